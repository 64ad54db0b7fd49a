package connlab.live;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import java.net.URI;

/** What stands at the front door: the live page for a browser, directions for everybody else. */
@RestController
class RootController {
    private static final String POLICY =
            "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'";

    @GetMapping({"/", "/index.html"})
    ResponseEntity<?> root(HttpServletRequest request) {
        return wantsHtml(request) ? page() : directions(request);
    }

    /** Only a browser names HTML; {@code *}{@code /*} does not mean it. */
    private static boolean wantsHtml(HttpServletRequest request) {
        @Nullable String accept = request.getHeader(HttpHeaders.ACCEPT);
        return accept != null && accept.contains("html");
    }

    private static ResponseEntity<?> page() {
        return ResponseEntity.ok()
                .contentType(MediaType.parseMediaType("text/html;charset=UTF-8"))
                .cacheControl(CacheControl.noCache())
                .varyBy(HttpHeaders.ACCEPT)
                .header("Content-Security-Policy", POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .body(new ClassPathResource("static/index.html"));
    }

    private static ResponseEntity<?> directions(HttpServletRequest request) {
        String base = URI.create(request.getRequestURL().toString()).resolve("/").toString();
        return ResponseEntity.ok()
                .contentType(MediaType.parseMediaType("text/plain;charset=UTF-8"))
                .varyBy(HttpHeaders.ACCEPT)
                .body(text(base));
    }

    private static String text(String base) {
        return """
        connlab measures what database and cache connections cost.

          GET /connect               a new connection, opened and closed (?backend=mysql)
          GET /pconnect              the same work on a pooled connection
          GET /memcached             a value set, read back and compared
          GET /trial/{lane}          one trial on any lane
          GET /lanes                 the lanes and the servers behind them
          GET /runs                  results of the load that was sent
          GET /preflight             what on this host or server would spoil a run
          GET /experiments           measuring loops inside the service; POST starts one
          GET /then-and-now          four old benchmarks' figures beside yours
          GET /live                  live figures as server-sent events
          GET /actuator/prometheus   metrics

        Try: curl '%1$sconnect?times=20'
        Open %1$s in a browser for the live page.
        """
                .formatted(base);
    }
}
