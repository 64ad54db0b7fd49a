package connlab.web;

import com.fasterxml.jackson.annotation.JsonInclude;

import connlab.lane.BackendRuntime;
import connlab.lane.Lane;
import connlab.lane.Lanes;
import connlab.probe.ServerStatus;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

import java.util.List;
import java.util.Map;

/** The lanes, and what stands behind each. */
@RestController
class LanesController {
    private final Lanes lanes;

    LanesController(Lanes lanes) {
        this.lanes = lanes;
    }

    /**
     * A lane and the server behind it.
     *
     * @param state {@code up}, or {@code down}
     * @param reason why it is down; absent while it is up
     * @param open connections open on the server now, by its own count; absent where unknown
     * @param opened connections opened since the server's start, by its own count
     * @param pool its connections between trials; absent where it keeps none
     * @param settings the server's own settings that matter to a run
     * @param proxy the proxy on the way; absent where there is none, or none with an address
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record LaneView(
            String lane,
            String backend,
            String route,
            String strategy,
            String client,
            String server,
            String origin,
            @Nullable String address,
            String state,
            @Nullable String reason,
            @Nullable Long open,
            @Nullable Long opened,
            @Nullable Long limit,
            @Nullable PoolView pool,
            Map<String, String> settings,
            @Nullable ProxyView proxy) {}

    /**
     * What a pooled SQL lane keeps open.
     *
     * @param held now
     * @param size at most
     * @param minIdle when it has been quiet for a while
     */
    record PoolView(int held, int size, int minIdle) {
        static @Nullable PoolView of(Lane<?> lane) {
            String size = lane.settings().get("pool-size");
            String minIdle = lane.settings().get("pool-min-idle");
            return size == null || minIdle == null
                    ? null
                    : new PoolView(lane.held(), Integer.parseInt(size), Integer.parseInt(minIdle));
        }
    }

    @GetMapping("/lanes")
    ResponseEntity<?> all(HttpServletRequest request) {
        List<LaneView> views = lanes.all().stream().map(LanesController::view).toList();
        return Callers.wantsJson(request) ? ResponseEntity.ok(views) : text(views);
    }

    @GetMapping("/lanes/{name}")
    ResponseEntity<?> one(@PathVariable("name") String name, HttpServletRequest request) {
        LaneView view = view(lanes.find(name).orElseThrow(() -> NotFound.lane(name, lanes)));
        return Callers.wantsJson(request) ? ResponseEntity.ok(view) : text(List.of(view));
    }

    private static ResponseEntity<String> text(List<LaneView> views) {
        return ResponseEntity.ok()
                .contentType(MediaType.TEXT_PLAIN)
                .body(table(views) + ProxyView.table(views));
    }

    private static LaneView view(Lane<?> lane) {
        BackendRuntime backend = lane.backend();
        ServerStatus status = backend.status();
        String reason = lane.whyDown();
        return new LaneView(
                lane.id().name(),
                lane.id().backend(),
                lane.id().route(),
                lane.id().strategy(),
                lane.driver(),
                status.info().display(),
                backend.origin(),
                backend.address(),
                reason.isEmpty() ? "up" : "down",
                reason.isEmpty() ? null : reason,
                known(status.open()),
                status.sample() == null ? null : known(status.sample().opened()),
                known(status.limit()),
                PoolView.of(lane),
                status.info().facts(),
                ProxyView.of(lane));
    }

    private static @Nullable Long known(double value) {
        return Double.isNaN(value) ? null : Math.round(value);
    }

    private static String table(List<LaneView> views) {
        TextTable table =
                new TextTable(
                        "lane",
                        "backend",
                        "route",
                        "strategy",
                        "client",
                        "server",
                        "origin",
                        "address",
                        "open",
                        "limit",
                        "state");
        for (LaneView v : views) {
            table.row(
                    v.lane(),
                    v.backend(),
                    v.route(),
                    v.strategy(),
                    v.client(),
                    v.server(),
                    v.origin(),
                    v.address(),
                    v.open(),
                    v.limit(),
                    v.reason() == null ? v.state() : "down: " + v.reason());
        }
        return table.toString();
    }
}
