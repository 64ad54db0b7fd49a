package connlab.backend.memcached;

import connlab.backend.BadParameter;
import connlab.backend.Parameters;
import connlab.backend.ServerInfo;
import connlab.backend.memcached.CacheTask.Operation;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * Reads a request into a {@link CacheTask}: a random key of 96 characters and a random value of 400
 * unless it says otherwise, as in the old benchmark.
 */
final class CacheTasks {
    private static final int KEY_LENGTH = 96;
    private static final int VALUE_LENGTH = 400;
    private static final int LONGEST_KEY = 250;

    /** nginx's memc module writes it so and can't be told otherwise; the direct route follows. */
    static final String ESCAPED_PERCENT = "%25";

    /** What memcached 1.6 keeps in an item beside key and value: 59 bytes, found by bisection. */
    private static final int ITEM_OVERHEAD = 59;

    private static final long DEFAULT_ITEM_LIMIT = 1024 * 1024;
    private static final Set<String> PARAMETERS = Set.of("op", "key", "size");
    private static final List<String> OPERATIONS =
            Stream.of(Operation.values()).map(o -> o.name().toLowerCase(Locale.ROOT)).toList();
    private static final byte[] ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
                    .getBytes(StandardCharsets.US_ASCII);

    private CacheTasks() {}

    static CacheTask read(Parameters parameters, ServerInfo server) {
        parameters.allowOnly(PARAMETERS);
        Operation operation =
                Operation.valueOf(
                        parameters.oneOf("op", "roundtrip", OPERATIONS).toUpperCase(Locale.ROOT));
        String key = parameters.text("key").map(CacheTasks::checkedKey).orElse("");
        if (operation == Operation.GET && key.isEmpty()) {
            throw new BadParameter(
                    "key", "op=get needs key=, one that an op=set with the same key stored.");
        }
        if (key.isEmpty()) {
            key = new String(random(KEY_LENGTH), StandardCharsets.US_ASCII);
        }
        long limit = server.number("item_size_max").orElse(DEFAULT_ITEM_LIMIT);
        int most = (int) Math.min(Integer.MAX_VALUE, limit - ITEM_OVERHEAD - key.length());
        boolean sized = parameters.text("size").isPresent();
        int size = parameters.number("size", VALUE_LENGTH, 0, most);
        return new CacheTask(
                operation,
                key,
                operation.stores() ? random(size) : null,
                sized || operation.stores() ? size : -1);
    }

    /** The key as memcached sees it, on every route. */
    private static String checkedKey(String asked) {
        String key = asked.replace("%", ESCAPED_PERCENT);
        boolean legal =
                !key.isEmpty()
                        && key.length() <= LONGEST_KEY
                        && key.chars().allMatch(c -> c > ' ' && c < 0x7f);
        if (!legal) {
            throw new BadParameter(
                    "key",
                    "key is 1 to %d printable ASCII characters without a space; %% counts as three."
                            .formatted(LONGEST_KEY));
        }
        return key;
    }

    /** Random text, ten characters for each random long. */
    private static byte[] random(int length) {
        byte[] text = new byte[length];
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long bits = 0;
        for (int i = 0; i < length; i++) {
            if (i % 10 == 0) {
                bits = random.nextLong();
            }
            text[i] = ALPHABET[(int) (bits & 63)];
            bits >>>= 6;
        }
        return text;
    }
}
