package connlab.run;

import connlab.lane.Lane;
import connlab.lane.Lanes;
import connlab.probe.Sampler;
import connlab.probe.Window;
import connlab.trial.LaneId;
import connlab.trial.Phase;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** Makes a {@link Run} of a {@link Load} that has ended and of what was seen around it. */
@Component
final class RunFinisher {
    private static final DateTimeFormatter ID_TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSSSSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private final Lanes lanes;
    private final Neighbours neighbours;

    RunFinisher(Lanes lanes, RunRecorder recorder) {
        this.lanes = lanes;
        this.neighbours = new Neighbours(recorder);
    }

    /** Notes that a run ended, for those that it was a neighbour of. */
    void remember(Load load) {
        neighbours.remember(load);
    }

    /** Whether the server was asked once more after the run. */
    boolean ready(Load load) {
        Sampler sampler = sampler(load.lane());
        return sampler == null
                || sampler.window(load.createdNanos(), load.lastNanos()) != null;
    }

    Run finish(Load load) {
        Tally tally = load.total();
        RunLabel label = RunLabel.of(load.label());
        LaneId lane = load.lane();
        Instant begin = Instant.EPOCH.plus(tally.beganEpochMicros(), ChronoUnit.MICROS);
        double seconds = (tally.endNanos() - tally.beginNanos()) / 1e9;
        long succeeded = tally.trial().count();
        long failed = tally.failures().values().stream().mapToLong(Long::longValue).sum();
        return new Run(
                id(begin),
                Run.SCHEMA,
                tally.instance(),
                lane.name(),
                lane.backend(),
                lane.route(),
                lane.strategy(),
                load.label(),
                label.name(),
                label.round(),
                begin,
                seconds,
                succeeded + failed,
                failed,
                tally.failures(),
                seconds > 0 ? succeeded / seconds : 0,
                load.highestInFlight(),
                Run.Times.of(tally.trial()),
                phases(tally),
                Run.Times.of(tally.fromIntended()),
                window(load, tally, succeeded + failed),
                null,
                environment(lane),
                List.of(),
                histograms(tally));
    }

    private static String id(Instant begin) {
        return ID_TIME.format(begin)
                + "-%04x".formatted(ThreadLocalRandom.current().nextInt(1 << 16));
    }

    private static Map<String, Run.Times> phases(Tally tally) {
        Map<String, Run.Times> phases = new LinkedHashMap<>();
        for (Map.Entry<Phase, Latencies> phase : tally.phases().entrySet()) {
            Run.Times times = Run.Times.of(phase.getValue());
            if (times != null) {
                phases.put(phase.getKey().label(), times);
            }
        }
        return phases;
    }

    private static Map<String, Latencies.Encoded> histograms(Tally tally) {
        Map<String, Latencies.Encoded> histograms = new LinkedHashMap<>();
        histograms.put("trial", tally.trial().encode());
        Latencies intended = tally.fromIntended();
        if (intended != null) {
            histograms.put("intended", intended.encode());
        }
        tally.phases().forEach((phase, times) -> histograms.put(phase.label(), times.encode()));
        return histograms;
    }

    private @Nullable ServerFigures window(Load load, Tally tally, long trials) {
        Sampler sampler = sampler(load.lane());
        Window window =
                sampler == null ? null : sampler.window(tally.beginNanos(), tally.endNanos());
        if (window == null) {
            return null;
        }
        boolean shared =
                neighbours.any(
                        load,
                        window.beginNanos(),
                        window.endNanos(),
                        other -> other.backend().equals(load.lane().backend()));
        return ServerFigures.of(window, trials, shared);
    }

    private @Nullable Sampler sampler(LaneId lane) {
        return lanes.find(lane.name()).map(Lane::backend).map(b -> b.sampler()).orElse(null);
    }

    private Environment environment(LaneId id) {
        Lane<?> lane = lanes.find(id.name()).orElseThrow();
        var info = lane.backend().status().info();
        return new Environment(
                info.display(),
                info.facts(),
                lane.driver(),
                Map.of(),
                Runtime.version().toString(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                Runtime.getRuntime().availableProcessors());
    }
}
