package connlab.web;

import connlab.backend.Parameters;
import connlab.lane.Lane;
import connlab.lane.LaneSelector;
import connlab.lane.LaneSelector.Endpoint;
import connlab.lane.Lanes;
import connlab.trial.Measurement;
import connlab.trial.Origin;
import connlab.trial.Outcome;
import connlab.trial.Trial;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One trial for each request, or several in a row. */
@RestController
class TrialController {
    private static final int MOST_TIMES = 1000;
    private static final Set<String> TIMES = Set.of("times");
    private static final Set<String> TIMES_AND_LANE =
            Stream.concat(TIMES.stream(), LaneSelector.PARAMETERS.stream())
                    .collect(Collectors.toUnmodifiableSet());

    private final Lanes lanes;
    private final LaneSelector selector;
    private final Trial trial;
    private final Seats seats = new Seats();

    TrialController(Lanes lanes, LaneSelector selector, Trial trial) {
        this.lanes = lanes;
        this.selector = selector;
        this.trial = trial;
    }

    @GetMapping("/connect")
    @Nullable Object connect(HttpServletRequest request, HttpServletResponse response) {
        return answer(Endpoint.CONNECT, request, response);
    }

    @GetMapping("/pconnect")
    @Nullable Object pconnect(HttpServletRequest request, HttpServletResponse response) {
        return answer(Endpoint.PCONNECT, request, response);
    }

    @GetMapping("/memcached")
    @Nullable Object memcached(HttpServletRequest request, HttpServletResponse response) {
        return answer(Endpoint.MEMCACHED, request, response);
    }

    /** A path of a lane that there is not; the others have a path of their own. */
    @GetMapping("/trial/{name}")
    void unknown(@PathVariable("name") String name) {
        throw NotFound.lane(name, lanes);
    }

    /**
     * Makes each lane's path one of its own. A path with a variable is found only after every other
     * one was tried, and that took an eighth of the time of an empty trial.
     */
    @Autowired
    void register(@Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping mapping)
            throws NoSuchMethodException {
        for (Lane<?> lane : lanes.all()) {
            mapping.registerMapping(
                    RequestMappingInfo.paths("/trial/" + lane.id().name())
                            .methods(RequestMethod.GET)
                            .options(mapping.getBuilderConfiguration())
                            .build(),
                    new LanePath(lane),
                    LanePath.class.getDeclaredMethod(
                            "trial", HttpServletRequest.class, HttpServletResponse.class));
        }
    }

    private final class LanePath {
        private final Lane<?> lane;

        LanePath(Lane<?> lane) {
            this.lane = lane;
        }

        @SuppressWarnings("UnusedMethod") // Spring calls it.
        @ResponseBody
        @Nullable Object trial(HttpServletRequest request, HttpServletResponse response) {
            return answer(lane, Callers.parameters(request), TIMES, request, response);
        }
    }

    /** Nothing at all: what the web tier alone can do, the ceiling of every figure here. */
    @GetMapping("/empty")
    void empty(HttpServletResponse response) {
        response.setStatus(HttpServletResponse.SC_OK);
    }

    private @Nullable Object answer(
            Endpoint endpoint, HttpServletRequest request, HttpServletResponse response) {
        Map<String, String> parameters = Callers.parameters(request);
        Lane<?> lane = selector.select(endpoint, parameters);
        parameters.keySet().removeAll(LaneSelector.PARAMETERS);
        return answer(lane, parameters, TIMES_AND_LANE, request, response);
    }

    private @Nullable Object answer(
            Lane<?> lane,
            Map<String, String> parameters,
            Set<String> others,
            HttpServletRequest request,
            HttpServletResponse response) {
        boolean repeated = parameters.containsKey("times");
        int times = new Parameters(parameters).number("times", 1, 1, MOST_TIMES);
        parameters.remove("times");
        Lane.Prepared prepared = lane.prepare(new Parameters(parameters, others));
        Origin origin = Callers.origin(request);
        if (repeated) {
            return seats.run(() -> repeat(lane, prepared, origin, times));
        }
        Measurement measurement = prepared.run(trial, origin);
        if (measurement.outcome() instanceof Outcome.Failure failure) {
            throw new TrialFailed(lane.id(), failure, 0);
        }
        if (Callers.wantsJson(request)) {
            return TrialAnswer.of(measurement, lane);
        }
        response.setStatus(HttpServletResponse.SC_OK);
        return null;
    }

    private TimesAnswer repeat(Lane<?> lane, Lane.Prepared prepared, Origin origin, int times) {
        TimesAnswer.Builder builder = new TimesAnswer.Builder();
        for (int i = 0; i < times; i++) {
            Measurement measurement = prepared.run(trial, origin);
            if (measurement.outcome() instanceof Outcome.Failure failure) {
                throw new TrialFailed(lane.id(), failure, i);
            }
            builder.add(measurement);
        }
        return builder.build(lane);
    }
}
