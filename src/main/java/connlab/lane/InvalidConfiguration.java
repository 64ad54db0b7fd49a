package connlab.lane;

import java.util.Collection;

/** A name in the configuration that nothing answers to. */
public final class InvalidConfiguration extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String property;

    InvalidConfiguration(String property, String value, Collection<String> known) {
        super(
                "%s is '%s', which does not exist. Known: %s."
                        .formatted(property, value, String.join(", ", known)));
        this.property = property;
    }

    public String property() {
        return property;
    }
}
