package connlab.wire;

import java.util.List;
import java.util.OptionalLong;

/** All bytes of one direction of a connection, and when each of them crossed. */
public final class Flow {
    private final byte[] bytes;
    private final int[] ends;
    private final long[] nanos;

    Flow(List<Recording.Crossing> crossings) {
        bytes = new byte[crossings.stream().mapToInt(c -> c.bytes().length).sum()];
        ends = new int[crossings.size()];
        nanos = new long[crossings.size()];
        int size = 0;
        for (int i = 0; i < ends.length; i++) {
            byte[] more = crossings.get(i).bytes();
            System.arraycopy(more, 0, bytes, size, more.length);
            size += more.length;
            ends[i] = size;
            nanos[i] = crossings.get(i).nanos();
        }
    }

    public int size() {
        return bytes.length;
    }

    /** The byte at this offset, 0 to 255. */
    public int at(int offset) {
        return bytes[offset] & 0xff;
    }

    /** A number of some bytes, the most significant first, as PostgreSQL and TLS write it. */
    public int bigEndian(int offset, int length) {
        int value = 0;
        for (int i = 0; i < length; i++) {
            value = value << 8 | at(offset + i);
        }
        return value;
    }

    /** A number of some bytes, the least significant first, as MySQL writes it. */
    public int littleEndian(int offset, int length) {
        int value = 0;
        for (int i = length - 1; i >= 0; i--) {
            value = value << 8 | at(offset + i);
        }
        return value;
    }

    /** The text from an offset to the next zero byte, or to the end. */
    public String text(int offset, int end) {
        StringBuilder text = new StringBuilder();
        for (int i = offset; i < Math.min(end, size()) && bytes[i] != 0; i++) {
            text.append((char) at(i));
        }
        return text.toString();
    }

    /** When the byte at this offset crossed. */
    public long nanos(int offset) {
        int i = 0;
        while (ends[i] <= offset) {
            i++;
        }
        return nanos[i];
    }

    /** When the last bytes up to an instant crossed; empty if none had. */
    public OptionalLong lastNanos(long untilNanos) {
        for (int i = nanos.length - 1; i >= 0; i--) {
            if (nanos[i] - untilNanos <= 0) {
                return OptionalLong.of(nanos[i]);
            }
        }
        return OptionalLong.empty();
    }
}
