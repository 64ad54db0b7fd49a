package connlab.probe;

import connlab.backend.Sample;

import java.util.List;

/**
 * What a server counted between two samples. {@code NaN} means unknown; a restart of the server in
 * between voids the differences.
 *
 * @param beginNanos when the first sample was in
 * @param endNanos when the last sample was asked for
 * @param samples how many samples it holds, both ends included
 * @param missed samples that should have been taken and were not
 * @param peakOpen the most connections that a sample saw open
 * @param meanOpen the mean of the samples' open connections
 * @param opened connections opened, exactly
 * @param refused connections refused, exactly, where the counter is proven
 * @param aborted connections that ended without a good-bye
 * @param highWater the server's own high-water mark at the end, since its start
 * @param complete whether a sample from before the begin was there
 */
public record Window(
        String backend,
        long beginNanos,
        long endNanos,
        int samples,
        int missed,
        double peakOpen,
        double meanOpen,
        double opened,
        double refused,
        double aborted,
        double highWater,
        boolean restarted,
        boolean complete) {

    static Window of(String backend, List<Sample> samples, long wantedBegin) {
        Sample first = samples.getFirst();
        Sample last = samples.getLast();
        long span = last.askedNanos() - first.askedNanos();
        int due = (int) Math.round((double) span / Poller.PERIOD.toNanos()) + 1;
        boolean restarted = first.serverStart() != last.serverStart();
        boolean complete = first.answeredNanos() - wantedBegin <= 0;
        boolean exact = complete && !restarted;
        return new Window(
                backend,
                first.answeredNanos(),
                last.askedNanos(),
                samples.size(),
                Math.max(0, due - samples.size()),
                samples.stream().mapToDouble(Sample::open).max().orElse(Double.NaN),
                samples.stream().mapToDouble(Sample::open).average().orElse(Double.NaN),
                exact ? last.opened() - first.opened() : Double.NaN,
                exact ? refused(first, last) : Double.NaN,
                exact ? last.aborted() - first.aborted() : Double.NaN,
                last.highWater(),
                restarted,
                complete);
    }

    /**
     * A counter that was at 0, and so not yet proven, and moved inside the window, is proven now.
     */
    private static double refused(Sample first, Sample last) {
        double before = Double.isNaN(first.refused()) ? 0 : first.refused();
        return last.refused() - before;
    }
}
