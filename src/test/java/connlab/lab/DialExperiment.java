package connlab.lab;

import connlab.backend.Parameters;
import connlab.experiment.Experiment;
import connlab.experiment.Progress;
import connlab.experiment.Report;

import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An experiment that takes as long, and ends, as a test says. It is there under its profile only.
 */
@Component
@Profile(DialExperiment.PROFILE)
final class DialExperiment implements Experiment {
    static final String PROFILE = "dial-experiment";

    /** Runs that have begun and not closed what they opened. */
    static final AtomicInteger OPEN = new AtomicInteger();

    @Override
    public String name() {
        return "dial";
    }

    @Override
    public String summary() {
        return "Does nothing for as long as it is told.";
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of(
                "steps", "how many",
                "each", "how long each takes",
                "limit", "the longest it may take",
                "end", "report, refusal or bug");
    }

    @Override
    public Plan plan(Parameters parameters) {
        int steps = parameters.number("steps", 1, 1, 1000);
        Duration each = parameters.duration("each", Duration.ZERO, Duration.ofSeconds(10));
        Duration limit = parameters.duration("limit", Duration.ofMinutes(1), Duration.ofMinutes(1));
        String end = parameters.oneOf("end", "report", List.of("report", "refusal", "bug"));
        return new Dialled(steps, each, limit, end);
    }

    private record Dialled(int steps, Duration each, Duration limit, String end) implements Plan {
        @Override
        public Report run(Progress progress) throws InterruptedException, CannotRun {
            OPEN.incrementAndGet();
            try {
                for (int i = 0; i < steps; i++) {
                    progress.step(i, steps);
                    Thread.sleep(each);
                }
                return report();
            } finally {
                OPEN.decrementAndGet();
            }
        }

        private Report report() throws CannotRun {
            return switch (end) {
                case "refusal" -> throw new CannotRun("the dial says no");
                case "bug" -> throw new IllegalStateException("secret of the inside");
                default ->
                        new Report(
                                List.of(
                                        new Report.Table(
                                                "dials",
                                                List.of("step", "micros"),
                                                List.of(List.of("one", 1.5), List.of("two", 2)),
                                                null)),
                                List.of("a dial measures nothing"),
                                "two steps, told apart by a comma");
            };
        }
    }
}
