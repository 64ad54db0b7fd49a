package connlab.web;

import connlab.web.LanesController.LaneView;
import connlab.web.LanesController.PoolView;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Lanes, and the proxies on their way, as text, CSV and HTML. */
final class LaneFaces {
    private static final List<String> LANE =
            List.of(
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
    private static final List<String> PROXY =
            List.of(
                    "proxy",
                    "server",
                    "address",
                    "state",
                    "clients-active",
                    "clients-waiting",
                    "servers-open",
                    "longest-wait-s");

    private LaneFaces() {}

    private static @Nullable Object[] cells(LaneView v, Object name) {
        return new @Nullable Object[] {
            name,
            v.backend(),
            v.route(),
            v.strategy(),
            v.client(),
            v.server(),
            v.origin(),
            v.address(),
            v.open(),
            v.limit(),
            state(v.state(), v.reason())
        };
    }

    private static @Nullable Object[] cells(ProxyView v) {
        return new @Nullable Object[] {
            v.name(),
            v.proxy(),
            v.address(),
            state(v.state(), v.reason()),
            Rounded.shown(v.clientsActive()),
            Rounded.shown(v.clientsWaiting()),
            Rounded.shown(v.serversOpen()),
            Rounded.shown(v.longestWaitSeconds())
        };
    }

    private static @Nullable String state(@Nullable String state, @Nullable String reason) {
        return reason == null ? state : "down: " + reason;
    }

    /** The proxies of those lanes, each once. */
    private static List<ProxyView> proxies(List<LaneView> lanes) {
        Map<String, ProxyView> proxies = new TreeMap<>();
        for (LaneView lane : lanes) {
            ProxyView proxy = lane.proxy();
            if (proxy != null) {
                proxies.putIfAbsent(proxy.name(), proxy);
            }
        }
        return List.copyOf(proxies.values());
    }

    static String text(List<LaneView> lanes) {
        TextTable table = new TextTable(LANE.toArray(String[]::new));
        lanes.forEach(lane -> table.row(cells(lane, lane.lane())));
        List<ProxyView> proxies = proxies(lanes);
        if (proxies.isEmpty()) {
            return table.toString();
        }
        TextTable second = new TextTable(PROXY.toArray(String[]::new));
        proxies.forEach(proxy -> second.row(cells(proxy)));
        return table + "\n" + second;
    }

    static String html(String title, List<LaneView> lanes) {
        HtmlTable table = new HtmlTable(LANE);
        lanes.forEach(
                lane ->
                        table.row(
                                cells(
                                        lane,
                                        new HtmlTable.Link("/lanes/" + lane.lane(), lane.lane()))));
        List<ProxyView> proxies = proxies(lanes);
        HtmlTable second = new HtmlTable(PROXY);
        proxies.forEach(proxy -> second.row(cells(proxy)));
        return HtmlPage.head(title)
                + table
                + (proxies.isEmpty() ? "" : "<h2>Proxies</h2>" + second)
                + HtmlPage.FOOT;
    }

    /** The fields of the JSON by their paths there, without the servers' settings. */
    static String csv(List<LaneView> lanes) {
        StringBuilder out =
                new StringBuilder(
                        Csv.line(
                                "lane",
                                "backend",
                                "route",
                                "strategy",
                                "client",
                                "server",
                                "origin",
                                "address",
                                "state",
                                "reason",
                                "open",
                                "opened",
                                "limit",
                                "pool.held",
                                "pool.size",
                                "pool.minIdle",
                                "proxy.name",
                                "proxy.state",
                                "proxy.clientsActive",
                                "proxy.clientsWaiting",
                                "proxy.serversOpen",
                                "proxy.longestWaitSeconds"));
        lanes.forEach(lane -> out.append(line(lane)));
        return out.toString();
    }

    private static String line(LaneView v) {
        return Csv.line(
                v.lane(),
                v.backend(),
                v.route(),
                v.strategy(),
                v.client(),
                v.server(),
                v.origin(),
                v.address(),
                v.state(),
                v.reason(),
                v.open(),
                v.opened(),
                v.limit(),
                of(v.pool(), PoolView::held),
                of(v.pool(), PoolView::size),
                of(v.pool(), PoolView::minIdle),
                of(v.proxy(), ProxyView::name),
                of(v.proxy(), ProxyView::state),
                of(v.proxy(), ProxyView::clientsActive),
                of(v.proxy(), ProxyView::clientsWaiting),
                of(v.proxy(), ProxyView::serversOpen),
                of(v.proxy(), ProxyView::longestWaitSeconds));
    }

    /** A figure of a part that a lane may lack. */
    private static <P> @Nullable Object of(@Nullable P part, Function<P, @Nullable Object> figure) {
        return part == null ? null : figure.apply(part);
    }
}
