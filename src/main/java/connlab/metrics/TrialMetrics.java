package connlab.metrics;

import connlab.trial.FailureClass;
import connlab.trial.LaneId;
import connlab.trial.Measurement;
import connlab.trial.Origin;
import connlab.trial.Outcome;
import connlab.trial.Phase;
import connlab.trial.Recorder;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Counts and times every trial, by lane and by phase. */
@Component
@Order(1)
final class TrialMetrics implements Recorder {
    /** From 1 µs to 10 s in steps of 1, 2 and 5. */
    private static final Duration[] BUCKETS = buckets();

    private final MeterRegistry registry;
    private final Map<LaneId, LaneMeters> lanes = new ConcurrentHashMap<>();

    TrialMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /**
     * Shows a lane's counters at zero before its first trial. A counter that appears with a value
     * has no rate: Prometheus would miss a burst that comes first.
     */
    void expect(LaneId lane) {
        lanes.computeIfAbsent(lane, LaneMeters::new);
    }

    @Override
    public void started(LaneId lane, Origin origin) {
        LaneMeters meters = lanes.get(lane);
        if (meters == null) {
            // Takes a lock even where the lane is known, so it is not asked for every trial.
            meters = lanes.computeIfAbsent(lane, LaneMeters::new);
        }
        meters.inFlight.increment();
    }

    @Override
    public void finished(Measurement measurement) {
        LaneMeters meters = lanes.get(measurement.lane());
        if (meters != null) {
            meters.inFlight.decrement();
            meters.record(measurement);
        }
    }

    private static Duration[] buckets() {
        Duration[] buckets = new Duration[22];
        int i = 0;
        for (long micros = 1; micros <= 10_000_000; micros *= 10) {
            for (int step : new int[] {1, 2, 5}) {
                if (micros * step <= 10_000_000) {
                    buckets[i++] = Duration.of(micros * step, ChronoUnit.MICROS);
                }
            }
        }
        return buckets;
    }

    /**
     * Why a trial failed, and who turned it down.
     *
     * @param by empty where nobody did, or no proxy is on the way
     */
    private record Refused(FailureClass kind, String by) {}

    /** The meters of one lane, looked up once and not for every trial. */
    private final class LaneMeters {
        final LongAdder inFlight = new LongAdder();
        private final Tags tags;
        private final Timer succeeded;
        private final Timer failed;
        private final Map<Phase, Timer> phasesOfSuccess = new ConcurrentHashMap<>();
        private final Map<Phase, Timer> phasesOfFailure = new ConcurrentHashMap<>();
        private final Map<Refused, Counter> failures = new ConcurrentHashMap<>();

        LaneMeters(LaneId lane) {
            tags =
                    Tags.of(
                            "lane", lane.name(),
                            "backend", lane.backend(),
                            "route", lane.route(),
                            "strategy", lane.strategy());
            succeeded = timer("connlab.trial", "One trial, from begin to end", "success");
            failed = timer("connlab.trial", "One trial, from begin to end", "failure");
            Gauge.builder("connlab.trials.in.flight", inFlight, LongAdder::sum)
                    .description("Trials under way")
                    .tags(tags)
                    .register(registry);
            for (FailureClass kind : FailureClass.values()) {
                Refused byNobody = new Refused(kind, "");
                failures.put(byNobody, failureCounter(byNobody));
            }
        }

        void record(Measurement measurement) {
            boolean success = measurement.outcome() instanceof Outcome.Success;
            (success ? succeeded : failed).record(measurement.totalNanos(), TimeUnit.NANOSECONDS);
            Map<Phase, Timer> phases = success ? phasesOfSuccess : phasesOfFailure;
            measurement
                    .phases()
                    .forEach(
                            (phase, nanos) -> {
                                Timer timer = phases.get(phase);
                                if (timer == null) {
                                    timer =
                                            phases.computeIfAbsent(
                                                    phase, p -> phaseTimer(p, success));
                                }
                                timer.record(nanos, TimeUnit.NANOSECONDS);
                            });
            if (measurement.outcome() instanceof Outcome.Failure failure) {
                Refused refused = new Refused(failure.kind(), failure.refusedBy());
                failures.computeIfAbsent(refused, this::failureCounter).increment();
            }
        }

        private Timer phaseTimer(Phase phase, boolean success) {
            return timer(
                    "connlab.phase",
                    "One phase of a trial; those of one trial add up to nearly its whole time",
                    success ? "success" : "failure",
                    "phase",
                    phase.label());
        }

        private Timer timer(String name, String description, String outcome, String... more) {
            return Timer.builder(name)
                    .description(description)
                    .tags(tags.and("outcome", outcome).and(more))
                    .serviceLevelObjectives(BUCKETS)
                    .register(registry);
        }

        private Counter failureCounter(Refused refused) {
            return Counter.builder("connlab.failures")
                    .description("Failed trials by what really happened")
                    .tags(tags.and("class", refused.kind().label(), "refused_by", refused.by()))
                    .register(registry);
        }
    }
}
