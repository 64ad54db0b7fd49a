package connlab.embedded;

import connlab.embedded.StandInStore.Item;

import org.jspecify.annotations.Nullable;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * One connection to the stand-in. Answers are collected until the client has sent no more, so that
 * a pipelined batch is answered in few packets.
 */
final class StandInSession {
    private static final int KEY_MAX = 250;
    private static final int LINE_MAX = 64 * 1024;
    private static final String BAD_FORMAT = "CLIENT_ERROR bad command line format";
    private static final String BAD_EXPIRY = "CLIENT_ERROR invalid exptime argument";
    private static final String ERROR = "ERROR";

    private final StandInMemcached server;
    private final StandInStore store;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] buffer = new byte[16 * 1024];
    private int next;
    private int end;

    StandInSession(StandInMemcached server, InputStream in, OutputStream out) {
        this.server = server;
        this.store = server.store();
        this.in = in;
        this.out = new BufferedOutputStream(out, 16 * 1024);
    }

    /** Answers until the client quits or hangs up. */
    void run() throws IOException {
        for (String line = readLine(); line != null; line = readLine()) {
            List<String> words =
                    Arrays.stream(line.split(" ", -1)).filter(word -> !word.isEmpty()).toList();
            if (!words.isEmpty() && words.getFirst().equals("quit")) {
                break;
            }
            String answer = words.isEmpty() ? ERROR : answer(words);
            if (!answer.isEmpty() && !quiet(words, answer)) {
                write(answer + "\r\n");
            }
        }
        out.flush();
    }

    /** The answer without its line end; empty if it is written already. */
    private String answer(List<String> words) throws IOException {
        return switch (words.getFirst()) {
            case "get" -> get(words, false);
            case "gets" -> get(words, true);
            case "set", "add", "replace", "cas" -> store(words);
            case "delete" -> delete(words);
            case "touch" -> touch(words);
            case "incr", "decr" -> increment(words);
            case "flush_all" -> flush(words);
            case "stats" -> stats(words);
            case "version" -> "VERSION " + StandInMemcached.VERSION;
            case "verbosity" ->
                    words.size() < 2 ? ERROR : number(words.get(1)) == null ? BAD_FORMAT : "OK";
            default -> ERROR;
        };
    }

    /**
     * A client that wants no reply gets none, not even to an error, as long as it is understood.
     */
    private static boolean quiet(List<String> words, String answer) {
        return words.size() > 1
                && words.getLast().equals("noreply")
                && !answer.equals(ERROR)
                && !words.getFirst().startsWith("get");
    }

    private String get(List<String> words, boolean cas) throws IOException {
        if (words.size() < 2) {
            return ERROR;
        }
        for (String key : words.subList(1, words.size())) {
            if (key.length() > KEY_MAX) {
                return BAD_FORMAT;
            }
            server.count("cmd_get");
            Item item = store.get(key);
            server.count(item == null ? "get_misses" : "get_hits");
            if (item != null) {
                String head = "VALUE " + key + " " + item.flags() + " " + item.value().length();
                write(head + (cas ? " " + item.cas() : "") + "\r\n");
                write(item.value() + "\r\n");
            }
        }
        return "END";
    }

    private String store(List<String> words) throws IOException {
        boolean cas = words.getFirst().equals("cas");
        if (words.size() < (cas ? 6 : 5)) {
            return ERROR;
        }
        String key = words.get(1);
        Long flags = number(words.get(2));
        Long expiry = number(words.get(3));
        Long length = number(words.get(4));
        Long id = cas ? number(words.get(5)) : Long.valueOf(0);
        if (key.length() > KEY_MAX
                || flags == null
                || flags < 0
                || expiry == null
                || length == null
                || length < 0
                || id == null) {
            return BAD_FORMAT;
        }
        if (!store.fits(key, length)) {
            store.delete(key);
            skip(length + 2);
            return "SERVER_ERROR object too large for cache";
        }
        String value = readBlock(length.intValue());
        if (value == null) {
            return "CLIENT_ERROR bad data chunk";
        }
        server.count("cmd_set");
        Item item = new Item(value, flags & 0xffffffffL, store.expiry(expiry), 0);
        return cas ? compareAndSet(key, item, id) : put(words.getFirst(), key, item);
    }

    private String put(String command, String key, Item item) {
        UnaryOperator<@Nullable Item> change =
                present ->
                        switch (command) {
                            case "add" -> present == null ? item : null;
                            case "replace" -> present == null ? null : item;
                            default -> item;
                        };
        return store.change(key, change) ? "STORED" : "NOT_STORED";
    }

    private String compareAndSet(String key, Item item, long id) {
        boolean[] found = new boolean[1];
        boolean stored =
                store.change(
                        key,
                        present -> {
                            found[0] = present != null;
                            return present != null && present.cas() == id ? item : null;
                        });
        return stored ? "STORED" : found[0] ? "EXISTS" : "NOT_FOUND";
    }

    private String delete(List<String> words) {
        if (words.size() < 2 || words.size() > 4) {
            return ERROR;
        }
        if (words.size() > 2 && !words.get(2).equals("0") && !words.getLast().equals("noreply")) {
            return BAD_FORMAT + ".  Usage: delete <key> [noreply]";
        }
        return store.delete(words.get(1)) ? "DELETED" : "NOT_FOUND";
    }

    private String touch(List<String> words) {
        if (words.size() < 3) {
            return ERROR;
        }
        Long expiry = number(words.get(2));
        if (expiry == null) {
            return BAD_EXPIRY;
        }
        server.count("cmd_touch");
        return store.touch(words.get(1), store.expiry(expiry)) ? "TOUCHED" : "NOT_FOUND";
    }

    private String increment(List<String> words) {
        if (words.size() < 3) {
            return ERROR;
        }
        Long delta = unsigned(words.get(2));
        if (delta == null) {
            return "CLIENT_ERROR invalid numeric delta argument";
        }
        boolean up = words.getFirst().equals("incr");
        String[] answer = {"NOT_FOUND"};
        boolean changed =
                store.change(
                        words.get(1),
                        present -> {
                            Long value = present == null ? null : unsigned(present.value().strip());
                            if (present == null || value == null) {
                                return null;
                            }
                            boolean floor = !up && Long.compareUnsigned(delta, value) > 0;
                            long result = floor ? 0 : up ? value + delta : value - delta;
                            answer[0] = Long.toUnsignedString(result);
                            return present.with(padded(answer[0], present.value().length()));
                        });
        boolean there = !changed && store.get(words.get(1)) != null;
        return there ? "CLIENT_ERROR cannot increment or decrement non-numeric value" : answer[0];
    }

    private String flush(List<String> words) {
        boolean now = words.size() < 2 || words.get(1).equals("noreply");
        Long delay = now ? Long.valueOf(0) : number(words.get(1));
        if (delay == null) {
            return BAD_EXPIRY;
        }
        server.count("cmd_flush");
        store.flush(delay);
        return "OK";
    }

    private String stats(List<String> words) throws IOException {
        if (words.size() > 1 && words.get(1).equals("reset")) {
            server.resetCounters();
            return "RESET";
        }
        if (words.size() > 1 && !words.get(1).equals("settings")) {
            return words.get(1).matches("items|slabs|sizes|conns") ? "END" : ERROR;
        }
        Map<String, Object> lines = words.size() > 1 ? server.settings() : server.stats();
        for (Map.Entry<String, Object> line : lines.entrySet()) {
            write("STAT " + line.getKey() + " " + line.getValue() + "\r\n");
        }
        return "END";
    }

    private void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** A line without its end, or null at the end of the stream or if it has no end in sight. */
    private @Nullable String readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(64);
        while (next < end || fill()) {
            int start = next;
            while (next < end && buffer[next] != '\n') {
                next++;
            }
            line.write(buffer, start, next - start);
            if (next < end) {
                next++;
                String text = line.toString(StandardCharsets.ISO_8859_1);
                return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
            }
            if (line.size() > LINE_MAX) {
                return null;
            }
        }
        return null;
    }

    /** A data block, or null if no line end follows where it should. */
    private @Nullable String readBlock(int length) throws IOException {
        byte[] block = new byte[length + 2];
        for (int filled = 0; filled < block.length; ) {
            require();
            int part = Math.min(block.length - filled, end - next);
            System.arraycopy(buffer, next, block, filled, part);
            next += part;
            filled += part;
        }
        boolean ended = block[length] == '\r' && block[length + 1] == '\n';
        return ended ? new String(block, 0, length, StandardCharsets.ISO_8859_1) : null;
    }

    private void skip(long count) throws IOException {
        for (long left = count; left > 0; ) {
            require();
            int part = (int) Math.min(left, end - next);
            next += part;
            left -= part;
        }
    }

    private void require() throws IOException {
        if (next >= end && !fill()) {
            throw new IOException("the client hung up in the middle of a value");
        }
    }

    private boolean fill() throws IOException {
        if (in.available() == 0) {
            out.flush();
        }
        next = 0;
        end = Math.max(0, in.read(buffer));
        return end > 0;
    }

    /** memcached shortens no value when it counts down. */
    private static String padded(String number, int length) {
        return number + " ".repeat(Math.max(0, length - number.length()));
    }

    private static @Nullable Long number(String word) {
        try {
            return Long.valueOf(word);
        } catch (NumberFormatException _) {
            return null;
        }
    }

    private static @Nullable Long unsigned(String word) {
        try {
            return Long.parseUnsignedLong(word);
        } catch (NumberFormatException _) {
            return null;
        }
    }
}
