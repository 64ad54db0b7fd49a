package connlab.web;

import com.fasterxml.jackson.annotation.JsonInclude;

import connlab.lane.Lane;
import connlab.trial.Measurement;
import connlab.trial.Phase;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One successful trial as JSON.
 *
 * @param session the server's id of the session, where the client knows it
 * @param phasesMicros time per phase in microseconds; phases that did not happen are absent
 * @param note what to know before believing the times; absent if nothing
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record TrialAnswer(
        String lane,
        String outcome,
        @Nullable Long session,
        Map<String, Double> phasesMicros,
        double totalMicros,
        @Nullable String note) {

    static TrialAnswer of(Measurement measurement, Lane<?> lane) {
        Map<String, Double> phases = new LinkedHashMap<>();
        measurement.phases().forEach((phase, nanos) -> phases.put(phase.label(), nanos / 1e3));
        return new TrialAnswer(
                measurement.lane().name(),
                measurement.outcome().label(),
                measurement.session().isPresent() ? measurement.session().getAsLong() : null,
                phases,
                measurement.totalNanos() / 1e3,
                note(phases, lane));
    }

    /** What trials with these phases left out on their lane. */
    static @Nullable String note(Map<String, ?> phases, Lane<?> lane) {
        return phases.containsKey(Phase.QUERY.label()) ? null : lane.withoutQuery().orElse(null);
    }
}
