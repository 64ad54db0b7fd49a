package connlab.backend.noop;

import connlab.backend.Backend;
import connlab.backend.Connector;
import connlab.backend.LaneContext;
import connlab.backend.Parameters;
import connlab.backend.Probe;
import connlab.backend.Sample;
import connlab.backend.Server;
import connlab.backend.ServerInfo;
import connlab.backend.Session;
import connlab.trial.Phase;
import connlab.trial.PhaseTimer;
import connlab.trial.TrialFailure;

import org.springframework.stereotype.Component;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * The control: a connection that costs nothing, so that what is measured is the harness itself.
 *
 * <p>Its dial, {@code delay=} and {@code fail=} on a request or as lane {@code properties}, makes
 * it as slow and as faulty as a test needs. It keeps a server's counters, so that probes, windows
 * and dashboards can be tried on figures that are known exactly.
 */
@Component
final class NoopBackend implements Backend<NoopTask> {
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(10);
    private static final Set<String> DIAL = Set.of("delay", "fail");

    private final LongSupplier nanoClock;
    private final InstantSource wallClock;
    private final LongAdder opened = new LongAdder();
    private final LongAdder closed = new LongAdder();

    NoopBackend(LongSupplier nanoClock, InstantSource wallClock) {
        this.nanoClock = nanoClock;
        this.wallClock = wallClock;
    }

    @Override
    public String type() {
        return "noop";
    }

    @Override
    public Kind kind() {
        return Kind.CONTROL;
    }

    @Override
    public List<String> drivers() {
        return List.of("none");
    }

    @Override
    public int defaultPort() {
        return 0;
    }

    @Override
    public NoopTask task(Parameters parameters, ServerInfo server) {
        parameters.allowOnly(DIAL);
        return new NoopTask(
                parameters.duration("delay", Duration.ZERO, LONGEST_DELAY).toNanos(),
                parameters.share("fail", 0));
    }

    @Override
    public Connector<NoopTask> connector(LaneContext lane) {
        Parameters options = new Parameters(lane.properties());
        NoopTask always = task(options, ServerInfo.UNKNOWN);
        return new NoopConnector(always, opened, closed);
    }

    @Override
    public Connector<NoopTask> pool(LaneContext lane) {
        return connector(lane);
    }

    @Override
    public Probe probe(Server server) {
        return new Probe() {
            @Override
            public void connect() {}

            @Override
            public ServerInfo describe() {
                return new ServerInfo("noop", "", Map.of());
            }

            @Override
            public Sample sample() {
                long asked = nanoClock.getAsLong();
                // In this order, so that a trial in between can't make the difference negative.
                long gone = closed.sum();
                long come = opened.sum();
                return new Sample(
                        asked,
                        nanoClock.getAsLong(),
                        wallClock.instant(),
                        come - gone,
                        come,
                        Double.NaN,
                        Double.NaN,
                        Double.NaN,
                        Double.NaN,
                        0);
            }

            @Override
            public void close() {}
        };
    }

    private record NoopConnector(NoopTask always, LongAdder opened, LongAdder closed)
            implements Connector<NoopTask> {

        @Override
        public Session<NoopTask> open(PhaseTimer timer) throws TrialFailure {
            timer.enter(Phase.CONNECT);
            always.perform();
            opened.increment();
            return new Session<>() {
                @Override
                public void perform(NoopTask task, PhaseTimer phases) throws TrialFailure {
                    if (task.does()) {
                        phases.enter(Phase.QUERY);
                        task.perform();
                    }
                }

                @Override
                public void close() {
                    closed.increment();
                }
            };
        }

        @Override
        public void close() {}
    }
}
