package connlab.trial;

import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** Runs attempts, one at a time per thread, and hands what they measured to the recorders. */
public final class Trial {
    private static final System.Logger LOG = System.getLogger(Trial.class.getName());

    private final String instance;
    private final LongSupplier nanoClock;
    private final InstantSource wallClock;
    private final List<Recorder> recorders;

    public Trial(
            String instance,
            LongSupplier nanoClock,
            InstantSource wallClock,
            List<Recorder> recorders) {
        this.instance = instance;
        this.nanoClock = nanoClock;
        this.wallClock = wallClock;
        this.recorders = List.copyOf(recorders);
    }

    /** The work of one trial. */
    @FunctionalInterface
    public interface Attempt {
        /**
         * Does the work, entering each phase in turn.
         *
         * @return the server's id of the session that did the work, where it has one
         * @throws TrialFailure if the server, the network or a pool failed
         */
        OptionalLong run(PhaseTimer timer) throws TrialFailure;
    }

    /** Runs one attempt. A failure, even a bug, is in the measurement and is never thrown. */
    public Measurement run(LaneId lane, Origin origin, Attempt attempt) {
        for (Recorder recorder : recorders) {
            recorder.started(lane, origin);
        }
        long epochMicros = ChronoUnit.MICROS.between(Instant.EPOCH, wallClock.instant());
        long begin = nanoClock.getAsLong();
        PhaseTimer timer = new PhaseTimer(nanoClock);
        OptionalLong session = OptionalLong.empty();
        Outcome outcome;
        try {
            session = attempt.run(timer);
            outcome = Outcome.Success.INSTANCE;
        } catch (TrialFailure e) {
            outcome = new Outcome.Failure(e.kind(), phase(timer), e.detail(), e.facts());
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "A trial on lane " + lane.name() + " met a bug", e);
            outcome =
                    new Outcome.Failure(
                            FailureClass.BUG, phase(timer), "a fault in connlab", Map.of());
        }
        timer.end();
        Measurement measurement =
                new Measurement(
                        instance,
                        lane,
                        origin.label(),
                        epochMicros,
                        begin,
                        nanoClock.getAsLong(),
                        origin.intendedEpochMicros(),
                        timer.times(),
                        session,
                        outcome);
        for (Recorder recorder : recorders) {
            recorder.finished(measurement);
        }
        return measurement;
    }

    private static Phase phase(PhaseTimer timer) {
        Phase phase = timer.last();
        return phase == null ? Phase.INIT : phase;
    }
}
