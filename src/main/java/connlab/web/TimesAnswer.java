package connlab.web;

import com.fasterxml.jackson.annotation.JsonInclude;

import connlab.lane.Lane;
import connlab.run.Latencies;
import connlab.trial.Measurement;
import connlab.trial.Phase;

import org.jspecify.annotations.Nullable;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Several trials in a row as JSON.
 *
 * @param completed how many trials succeeded: all of them, or there would be no such answer
 * @param note what to know before believing the times; absent if nothing
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record TimesAnswer(
        String lane,
        int completed,
        Map<String, Summary> phases,
        Summary trial,
        @Nullable String note) {

    /** Times of one kind, in microseconds. */
    record Summary(
            long count,
            double totalMicros,
            double meanMicros,
            double p50Micros,
            double p90Micros,
            double p99Micros,
            double maxMicros) {

        private static Summary of(Latencies times) {
            return new Summary(
                    times.count(),
                    times.sum() / 1e3,
                    times.mean() / 1e3,
                    times.percentile(50) / 1e3,
                    times.percentile(90) / 1e3,
                    times.percentile(99) / 1e3,
                    times.max() / 1e3);
        }
    }

    static final class Builder {
        private final Map<Phase, Latencies> phases = new EnumMap<>(Phase.class);
        private final Latencies trial = new Latencies();

        void add(Measurement measurement) {
            trial.record(measurement.totalNanos());
            measurement
                    .phases()
                    .forEach(
                            (phase, nanos) ->
                                    phases.computeIfAbsent(phase, _ -> new Latencies())
                                            .record(nanos));
        }

        TimesAnswer build(Lane<?> lane) {
            Map<String, Summary> summaries = new LinkedHashMap<>();
            phases.forEach((phase, times) -> summaries.put(phase.label(), Summary.of(times)));
            return new TimesAnswer(
                    lane.id().name(),
                    (int) trial.count(),
                    summaries,
                    Summary.of(trial),
                    TrialAnswer.note(summaries, lane));
        }
    }
}
