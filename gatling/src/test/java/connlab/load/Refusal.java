package connlab.load;

/** Why nothing can be measured, as a sentence for the person at the terminal. */
final class Refusal extends RuntimeException {
    Refusal(String message) {
        super(message, null, false, false);
    }
}
