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

/**
 * Keeps web pages of others from loading the servers behind this service: a browser says when a
 * request comes from another site, and a rebound name shows in the Host header.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
final class GuardFilter extends HttpFilter {
    private static final long serialVersionUID = 1;
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private final transient Set<String> hosts = new HashSet<>(LOOPBACK);

    GuardFilter(ConnlabProperties properties) {
        properties.hosts().forEach(host -> hosts.add(host.toLowerCase(Locale.ROOT)));
    }

    @Override
    protected void doFilter(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        @Nullable String site = request.getHeader("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin") && !site.equals("none")) {
            refuse(response, "cross-site", "Requests from other web sites are refused.");
        } else if (!hosts.contains(name(request.getHeader("Host")))) {
            refuse(
                    response,
                    "unknown-host",
                    "The Host header names neither a loopback address nor one of connlab.hosts.");
        } else {
            chain.doFilter(request, response);
        }
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
