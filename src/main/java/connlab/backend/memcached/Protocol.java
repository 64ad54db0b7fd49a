package connlab.backend.memcached;

/** memcached's protocols, as the names of client libraries end. */
enum Protocol {
    TEXT(""),
    BINARY("-binary");

    private final String suffix;

    Protocol(String suffix) {
        this.suffix = suffix;
    }

    /** {@code spymemcached}, {@code spymemcached-binary}. */
    String nameOf(String library) {
        return library + suffix;
    }
}
