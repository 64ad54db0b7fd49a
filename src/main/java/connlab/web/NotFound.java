package connlab.web;

import connlab.lane.Lanes;

import java.util.Collection;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Nothing has the name that was asked for; an HTTP 404 that says what there is. */
final class NotFound extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final int LONGEST = 64;

    private final String type;

    private NotFound(String type, String detail) {
        super(detail);
        this.type = type;
    }

    /** No one of these is called so. */
    static <T> NotFound unknown(
            String kind, String name, Collection<T> all, Function<T, String> names) {
        String there = all.stream().map(names).collect(Collectors.joining(", "));
        return new NotFound(
                "unknown-" + kind,
                "No %s is called '%s'. There are: %s.".formatted(kind, shortened(name), there));
    }

    static NotFound lane(String name, Lanes lanes) {
        return unknown("lane", name, lanes.all(), lane -> lane.id().name());
    }

    static NotFound run(String id) {
        return new NotFound(
                "unknown-run",
                "No run has the id '%s'. GET /runs lists them.".formatted(shortened(id)));
    }

    /** An experiment has not finished yet, now or ever. */
    static NotFound result(String experiment, String base) {
        return new NotFound(
                "no-result",
                "%s has no result yet. Run it: curl -N -X POST %s/experiments/%s"
                        .formatted(experiment, base, experiment));
    }

    private static String shortened(String name) {
        return name.length() <= LONGEST ? name : name.substring(0, LONGEST) + "…";
    }

    /** The last part of the problem's type. */
    String type() {
        return type;
    }
}
