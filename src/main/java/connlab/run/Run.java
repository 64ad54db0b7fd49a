package connlab.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The result of one run: the trials of one lane and one label between two quiet gaps. What is
 * unknown is absent, never 0.
 *
 * <p>Times begin when the service takes the request; what it waited before, in HTTP, is not in
 * them.
 *
 * @param id names the run in URLs; later runs sort after earlier ones
 * @param schema version of this format; only a reader of this version may rely on the fields
 * @param instance the process that measured, {@code host:pid}
 * @param label as the caller gave it: {@code name}, {@code name/round}, or empty
 * @param name the label without its round
 * @param round the round's number; absent where the label has none
 * @param begin when the first trial began
 * @param seconds from the begin of the first trial to the end of the last
 * @param trials how many trials ended in it, failed ones included
 * @param failed how many of them failed
 * @param failures the failed ones by failure class; classes without one are absent
 * @param refusedBy the failed ones that somebody on the way turned down, by who did ({@code
 *     pgbouncer}, {@code postgres}) and failure class; a {@code timeout} of the pooler's is one
 *     that waited in it in vain; absent where no proxy of a known type is on the way, or nobody
 *     turned any down
 * @param perSecond successful trials per second
 * @param inFlightPeak the most trials that were under way at once
 * @param trial times of successful trials, from begin to end
 * @param phases times of successful trials by phase
 * @param intended times of successful trials from the start that the caller had intended; absent
 *     where no caller told it
 * @param window what the server counted meanwhile; absent where it was not sampled
 * @param proxy what the proxy on the way counted meanwhile; absent where there is none, or none
 *     that can be asked
 * @param host what the operating system counted meanwhile; absent where it was not sampled
 * @param preflight what the preflight checks said of a load such as this run's, a line each; absent
 *     from runs of versions that had none
 * @param doubts what to know before believing a figure
 * @param histograms the times themselves, by {@code trial}, {@code intended} and phase, for exact
 *     merging; left out of lists
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Run(
        String id,
        int schema,
        String instance,
        String lane,
        String backend,
        String route,
        String strategy,
        String label,
        String name,
        @Nullable Integer round,
        Instant begin,
        double seconds,
        long trials,
        long failed,
        Map<String, Long> failures,
        @Nullable Map<String, Map<String, Long>> refusedBy,
        double perSecond,
        int inFlightPeak,
        @Nullable Times trial,
        Map<String, Times> phases,
        @Nullable Times intended,
        @Nullable ServerFigures window,
        @Nullable ProxyFigures proxy,
        @Nullable HostFigures host,
        Environment environment,
        @Nullable List<String> preflight,
        List<Doubt> doubts,
        @Nullable Map<String, Latencies.Encoded> histograms) {

    /** The version that this program writes and reads. */
    public static final int SCHEMA = 1;

    private static final int FEWEST_TRIALS = 20;

    /** A figure, by its path in this record, and why it deserves doubt. */
    public record Doubt(String figure, String reason) {
        /** Whether it touches a figure: this one, or one inside it. */
        public boolean touches(String path) {
            return path.equals(figure) || path.startsWith(figure + ".");
        }
    }

    /** Times in microseconds. */
    public record Times(
            long count,
            double meanMicros,
            double p50Micros,
            double p75Micros,
            double p90Micros,
            double p95Micros,
            double p99Micros,
            double p999Micros,
            double maxMicros) {

        /** The figures of these times; null where there are none. */
        static @Nullable Times of(@Nullable Latencies times) {
            if (times == null || times.count() == 0) {
                return null;
            }
            return new Times(
                    times.count(),
                    times.mean() / 1e3,
                    times.percentile(50) / 1e3,
                    times.percentile(75) / 1e3,
                    times.percentile(90) / 1e3,
                    times.percentile(95) / 1e3,
                    times.percentile(99) / 1e3,
                    times.percentile(99.9) / 1e3,
                    times.max() / 1e3);
        }
    }

    /** Why a figure, named by its path, deserves doubt; empty if it does not. */
    public List<String> doubtsAbout(String path) {
        return doubts.stream().filter(d -> d.touches(path)).map(Doubt::reason).toList();
    }

    /** Whether it may stand for its lane: no warm-up, no experiment, and more than a few trials. */
    @JsonIgnore
    public boolean usable() {
        return RunLabel.of(label).comparable()
                && trial != null
                && perSecond > 0
                && trials >= FEWEST_TRIALS;
    }

    /** The same run without the times themselves. */
    public Run withoutHistograms() {
        return new Run(
                id,
                schema,
                instance,
                lane,
                backend,
                route,
                strategy,
                label,
                name,
                round,
                begin,
                seconds,
                trials,
                failed,
                failures,
                refusedBy,
                perSecond,
                inFlightPeak,
                trial,
                phases,
                intended,
                window,
                proxy,
                host,
                environment,
                preflight,
                doubts,
                null);
    }
}
