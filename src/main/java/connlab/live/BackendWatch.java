package connlab.live;

import connlab.backend.Sample;
import connlab.lane.BackendRuntime;
import connlab.probe.Sampler;
import connlab.probe.ServerStatus;

import org.jspecify.annotations.Nullable;

/** Follows the samples of one backend from frame to frame, so that none is left out. */
final class BackendWatch {
    private final BackendRuntime backend;
    private @Nullable Sample seen;

    BackendWatch(BackendRuntime backend) {
        this.backend = backend;
    }

    BackendFrame take() {
        ServerStatus status = backend.status();
        Sample before = seen;
        Sample now = status.sample();
        seen = now;
        return new BackendFrame(
                backend.name(),
                status.up(),
                status.up() ? null : status.reason(),
                BackendFrame.known(status.open()),
                BackendFrame.known(peak(before, now)),
                BackendFrame.known(openedPerSecond(before, now)),
                BackendFrame.known(status.limit()));
    }

    /**
     * All samples after the one seen last: the history has those before the newest, and may not
     * have that one yet.
     */
    private double peak(@Nullable Sample before, @Nullable Sample now) {
        Sampler sampler = backend.sampler();
        if (now == null) {
            return Double.NaN;
        }
        if (before == null || sampler == null) {
            return now.open();
        }
        double peak = sampler.peakSince(before.answeredNanos() + 1);
        return Double.isNaN(peak) ? now.open() : Math.max(peak, now.open());
    }

    private static double openedPerSecond(@Nullable Sample before, @Nullable Sample now) {
        if (before == null || now == null || before.serverStart() != now.serverStart()) {
            return Double.NaN;
        }
        long nanos = now.answeredNanos() - before.answeredNanos();
        return nanos <= 0 ? Double.NaN : (now.opened() - before.opened()) * 1e9 / nanos;
    }
}
