package connlab.run;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A run with plausible figures, of which a test sets those that it is about. */
public final class SomeRun {
    private static int made;

    private SomeRun() {}

    public static Run of(String lane, String label, double perSecond, double p50Micros) {
        return of(lane, label, perSecond, p50Micros, null);
    }

    static Run of(
            String lane, String label, double perSecond, double p50Micros, ServerFigures window) {
        RunLabel parts = RunLabel.of(label);
        Latencies times = new Latencies();
        times.record((long) (p50Micros * 1e3));
        return new Run(
                "20260102T030405.000000Z-%04x".formatted(made++),
                Run.SCHEMA,
                "here:1",
                lane,
                "a",
                "direct",
                "pooled",
                label,
                parts.name(),
                parts.round(),
                Instant.parse("2026-01-02T03:04:05.000006Z"),
                3.5,
                (long) (perSecond * 3.5),
                0,
                Map.of(),
                null,
                perSecond,
                4,
                new Run.Times(
                        1000,
                        p50Micros,
                        p50Micros,
                        p50Micros,
                        p50Micros,
                        p50Micros,
                        p50Micros * 3,
                        p50Micros * 4,
                        p50Micros * 5),
                Map.of(),
                null,
                window,
                null,
                null,
                new Environment("server 1", Map.of(), "client 1", Map.of(), "25", "Linux", 2),
                null,
                List.of(new Run.Doubt("perSecond", "an example")),
                Map.of("trial", times.encode()));
    }

    static ServerFigures holding(double open) {
        return new ServerFigures(3.6, 37, 0, false, false, open, open, null, 0.0, 0.0, null, null);
    }
}
