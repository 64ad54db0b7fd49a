package connlab.web;

import connlab.ConnlabProperties;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Keeps web pages of others from loading the servers behind this service: a browser says when a
 * request comes from another site, and a rebound name shows in the Host header.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
final class GuardFilter extends HttpFilter {
    private static final long serialVersionUID = 1;
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private static final Pattern PAGE = Pattern.compile("/|/(lanes|runs)(/[\\w-]+)?");

    private final transient Set<String> hosts = new HashSet<>(LOOPBACK);

    GuardFilter(ConnlabProperties properties) {
        properties.hosts().forEach(host -> hosts.add(host.toLowerCase(Locale.ROOT)));
    }

    @Override
    protected void doFilter(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (fromAnotherSite(request) && !followedLink(request)) {
            refuse(response, "cross-site", "Requests from other web sites are refused.");
        } else if (!known(name(request.getHeader("Host")), request)) {
            refuse(
                    response,
                    "unknown-host",
                    "The Host header names neither this host nor one of connlab.hosts.");
        } else {
            chain.doFilter(request, response);
        }
    }

    private static boolean fromAnotherSite(HttpServletRequest request) {
        @Nullable String site = request.getHeader("Sec-Fetch-Site");
        return site != null && !site.equals("same-origin") && !site.equals("none");
    }

    /** Someone followed a link, as from a dashboard, to a page that only shows what is known. */
    private static boolean followedLink(HttpServletRequest request) {
        return request.getMethod().equals("GET")
                && "navigate".equals(request.getHeader("Sec-Fetch-Mode"))
                && "document".equals(request.getHeader("Sec-Fetch-Dest"))
                && PAGE.matcher(request.getServletPath()).matches();
    }

    /**
     * An address in figures that is this service's own is no rebound name: Prometheus asks by it
     * where DNS gave it the instances.
     */
    private boolean known(String host, HttpServletRequest request) {
        return hosts.contains(host) || host.equals(request.getLocalAddr());
    }

    /** The header without its port. HTTP/1.0 needs none, and then there is no name to mistrust. */
    private static String name(@Nullable String host) {
        if (host == null) {
            return "localhost";
        }
        int colon = host.lastIndexOf(':');
        String name = colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
        return name.toLowerCase(Locale.ROOT);
    }

    private static void refuse(HttpServletResponse response, String type, String detail)
            throws IOException {
        response.setStatus(HttpServletResponse.SC_FORBIDDEN);
        response.setContentType("application/problem+json");
        response.getOutputStream()
                .write(
                        """
                        {"type":"urn:connlab:problem:%s","title":"%s","status":403,"detail":"%s"}
                        """
                                .formatted(type, type.replace('-', ' '), detail)
                                .getBytes(StandardCharsets.UTF_8));
    }
}
