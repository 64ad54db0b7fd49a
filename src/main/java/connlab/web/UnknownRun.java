package connlab.web;

/** No run that is held has this id; an HTTP 404. */
final class UnknownRun extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnknownRun(String id) {
        super(
                "No run has the id '%s'. GET /runs lists them."
                        .formatted(id.length() <= 64 ? id : id.substring(0, 64) + "…"));
    }
}
