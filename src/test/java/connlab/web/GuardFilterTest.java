package connlab.web;

import static org.assertj.core.api.Assertions.assertThat;

import connlab.ConnlabProperties;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import java.util.Map;

class GuardFilterTest {
    private final GuardFilter filter =
            new GuardFilter(
                    new Binder(new MapConfigurationPropertySource(Map.of("connlab.hosts", "front")))
                            .bindOrCreate("connlab", ConnlabProperties.class));

    @ParameterizedTest
    @CsvSource({
        "GET, same-site, navigate, document, /, 200",
        "GET, cross-site, navigate, document, /runs, 200",
        "GET, cross-site, navigate, document, /runs/compare, 200",
        "GET, cross-site, navigate, document, /lanes/noop, 200",
        "GET, cross-site, navigate, document, /connect, 403",
        "GET, cross-site, navigate, document, /trial/noop, 403",
        "GET, cross-site, navigate, document, /lanes/../connect, 403",
        "GET, cross-site, navigate, iframe, /runs, 403",
        "GET, cross-site, no-cors, image, /runs, 403",
        "POST, cross-site, navigate, document, /runs, 403",
        "GET, same-origin, cors, empty, /connect, 200"
    })
    void anotherSiteMayLinkToPagesAndNothingElse(
            String method, String site, String mode, String destination, String path, int status)
            throws Exception {
        MockHttpServletRequest request = request(method, path, "localhost:8080");
        request.addHeader("Sec-Fetch-Site", site);
        request.addHeader("Sec-Fetch-Mode", mode);
        request.addHeader("Sec-Fetch-Dest", destination);
        assertThat(status(request)).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"172.18.0.5:8080, 200", "172.18.0.6:8080, 403", "front:8080, 200", "evil, 403"})
    void itAnswersToItsNamesAndItsOwnAddress(String host, int status) throws Exception {
        MockHttpServletRequest request = request("GET", "/actuator/prometheus", host);
        request.setLocalAddr("172.18.0.5");
        assertThat(status(request)).isEqualTo(status);
    }

    @Test
    void aRequestWithoutMarksIsNotABrowsers() throws Exception {
        assertThat(status(request("GET", "/connect", "localhost"))).isEqualTo(200);
    }

    private static MockHttpServletRequest request(String method, String path, String host) {
        MockHttpServletRequest request = new MockHttpServletRequest(method, path);
        request.setServletPath(path);
        request.addHeader("Host", host);
        return request;
    }

    private int status(MockHttpServletRequest request) throws Exception {
        MockHttpServletResponse response = new MockHttpServletResponse();
        filter.doFilter(request, response, new MockFilterChain());
        return response.getStatus();
    }
}
