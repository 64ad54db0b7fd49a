package connlab.web;

import connlab.lane.Lanes;

import java.util.stream.Collectors;

/** No lane has this name; an HTTP 404. */
final class UnknownLane extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnknownLane(String name, Lanes lanes) {
        super(
                "No lane is called '%s'. Configured: %s."
                        .formatted(
                                name.length() <= 64 ? name : name.substring(0, 64) + "…",
                                lanes.all().stream()
                                        .map(lane -> lane.id().name())
                                        .collect(Collectors.joining(", "))));
    }
}
