package connlab.backend;

/** The caller asked for something that can't be done; an HTTP 400, and nothing reached a server. */
public final class BadParameter extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String parameter;

    /**
     * @param detail one sentence that says what is allowed
     */
    public BadParameter(String parameter, String detail) {
        super(detail);
        this.parameter = parameter;
    }

    public String parameter() {
        return parameter;
    }

    public String detail() {
        return String.valueOf(getMessage());
    }
}
