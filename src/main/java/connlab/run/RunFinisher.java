package connlab.run;

import connlab.backend.ProxySample;
import connlab.backend.ServerInfo;
import connlab.lane.Lane;
import connlab.lane.Lanes;
import connlab.lane.ProxyRuntime;
import connlab.preflight.Bound;
import connlab.preflight.Preflight;
import connlab.probe.Poller;
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
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;

/** Makes a {@link Run} of a {@link Load} that has ended and of what was seen around it. */
@Component
final class RunFinisher {
    private static final DateTimeFormatter ID_TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSSSSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private final Lanes lanes;
    private final HostWatch host;
    private final Preflight preflight;
    private final Neighbours neighbours;

    RunFinisher(Lanes lanes, HostWatch host, Preflight preflight, RunRecorder recorder) {
        this.lanes = lanes;
        this.preflight = preflight;
        this.host = host;
        this.neighbours = new Neighbours(recorder);
    }

    /** Notes that a run ended, for those that it was a neighbour of. */
    void remember(Load load) {
        neighbours.remember(load);
    }

    /** Whether the server was asked, and the host looked at, once more after the run. */
    boolean ready(Load load) {
        Sampler sampler = sampler(load.lane());
        return host.around(load.createdNanos(), load.lastNanos()) != null
                && (sampler == null
                        || sampler.window(load.createdNanos(), load.lastNanos()) != null)
                && (poller(load.lane()).isEmpty()
                        || proxy(load.lane(), load.createdNanos(), load.lastNanos()) != null);
    }

    Run finish(Load load) {
        Tally tally = load.total();
        RunLabel label = RunLabel.of(load.label());
        LaneId lane = load.lane();
        Instant begin = Instant.EPOCH.plus(tally.beganEpochMicros(), ChronoUnit.MICROS);
        double seconds = (tally.endNanos() - tally.beginNanos()) / 1e9;
        long succeeded = tally.trial().count();
        boolean alone = !neighbours.any(load, tally.beginNanos(), tally.endNanos(), _ -> true);
        long failed = tally.failures().values().stream().mapToLong(Long::longValue).sum();
        long trials = succeeded + failed;
        ServerFigures window = window(load, tally, trials);
        HostWatch.Span span = host.around(tally.beginNanos(), tally.endNanos());
        HostFigures figures =
                span == null
                        ? null
                        : HostFigures.of(span, lane.backend(), trials, shared(window), alone);
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
                trials,
                failed,
                tally.failures(),
                tally.refusedBy(),
                seconds > 0 ? succeeded / seconds : 0,
                load.highestInFlight(),
                Run.Times.of(tally.trial()),
                phases(tally),
                Run.Times.of(tally.fromIntended()),
                window,
                proxy(lane, tally.beginNanos(), tally.endNanos()),
                figures,
                environment(lane),
                preflight.spoiling(
                        lane.name(), new Bound.Load(trials, seconds, load.highestInFlight())),
                Doubts.of(tally, failed, window, span, figures, alone, unasked(lane, tally)),
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

    private static boolean shared(@Nullable ServerFigures window) {
        return window != null && window.shared();
    }

    private @Nullable Sampler sampler(LaneId lane) {
        return lanes.find(lane.name()).map(Lane::backend).map(b -> b.sampler()).orElse(null);
    }

    private @Nullable ProxyFigures proxy(LaneId id, long beginNanos, long endNanos) {
        List<ProxySample> samples =
                poller(id).map(asking -> asking.around(beginNanos, endNanos)).orElse(null);
        return samples == null ? null : ProxyFigures.of(id.route(), samples);
    }

    private Optional<Poller<ProxySample>> poller(LaneId id) {
        return lanes.find(id.name()).map(Lane::proxy).map(ProxyRuntime::poller);
    }

    /** What no trial of the run did, where none ran a query; empty if that leaves nothing out. */
    private Optional<String> unasked(LaneId id, Tally tally) {
        return tally.phases().containsKey(Phase.QUERY)
                ? Optional.empty()
                : lanes.find(id.name()).flatMap(Lane::withoutQuery);
    }

    private Environment environment(LaneId id) {
        Lane<?> lane = lanes.find(id.name()).orElseThrow();
        ServerInfo info = lane.backend().status().info();
        Map<String, String> settings = new TreeMap<>(lane.settings());
        String version = settings.remove("version");
        return new Environment(
                info.display(),
                info.facts(),
                version == null ? lane.driver() : lane.driver() + " " + version,
                settings,
                Runtime.version().toString(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                Runtime.getRuntime().availableProcessors());
    }
}
