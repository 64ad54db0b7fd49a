package connlab.embedded;

import java.security.SecureRandom;

/** Makes passwords. They need no quoting in SQL, in a URL or in a shell. */
final class Secret {
    private static final String ALPHABET =
            "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
    private static final SecureRandom RANDOM = new SecureRandom();

    private Secret() {}

    /** A new one of 24 characters, about 140 bits. */
    static String next() {
        return RANDOM.ints(24, 0, ALPHABET.length())
                .collect(
                        StringBuilder::new,
                        (text, i) -> text.append(ALPHABET.charAt(i)),
                        StringBuilder::append)
                .toString();
    }
}
