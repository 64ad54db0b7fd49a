package connlab.preflight;

/** A value of the host that can't be read; the message says which and why. */
final class Unreadable extends Exception {
    private static final long serialVersionUID = 1;

    Unreadable(String why) {
        super(why);
    }
}
