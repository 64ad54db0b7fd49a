package connlab.run;

import com.fasterxml.jackson.annotation.JsonInclude;

import connlab.probe.Window;

import org.jspecify.annotations.Nullable;

/**
 * What a run's server counted from the last sample before its first trial to the first sample after
 * its last one. It counts for all its clients.
 *
 * @param seconds the window's length
 * @param samples how many times the server was asked
 * @param missed samples that should have been taken and were not
 * @param shared whether other trials of connlab used the server in this window, so that the figures
 *     are not this run's alone
 * @param restarted whether the server was restarted in it, which voids the differences
 * @param peakOpen the most connections that a sample saw open
 * @param meanOpen the mean of the samples' open connections
 * @param highWater the server's own mark of the most connections ever open, since its start
 * @param opened connections opened, exactly
 * @param openedPerTrial of these for each trial; absent if shared
 * @param refused connections turned away at the limit, exactly, where the counter is proven
 * @param aborted connections that ended without a good-bye, exactly
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ServerFigures(
        double seconds,
        int samples,
        int missed,
        boolean shared,
        boolean restarted,
        @Nullable Double peakOpen,
        @Nullable Double meanOpen,
        @Nullable Double highWater,
        @Nullable Double opened,
        @Nullable Double openedPerTrial,
        @Nullable Double refused,
        @Nullable Double aborted) {

    static ServerFigures of(Window window, long trials, boolean shared) {
        Double opened = known(window.opened());
        return new ServerFigures(
                (window.endNanos() - window.beginNanos()) / 1e9,
                window.samples(),
                window.missed(),
                shared,
                window.restarted(),
                known(window.peakOpen()),
                known(window.meanOpen()),
                known(window.highWater()),
                opened,
                opened == null || shared || trials == 0 ? null : opened / trials,
                known(window.refused()),
                known(window.aborted()));
    }

    private static @Nullable Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }
}
