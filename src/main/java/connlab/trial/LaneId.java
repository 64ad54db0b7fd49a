package connlab.trial;

/**
 * What names a lane everywhere: in metrics, runs and reports.
 *
 * @param strategy {@code per-request} or {@code pooled}
 */
public record LaneId(String name, String backend, String route, String strategy) {}
