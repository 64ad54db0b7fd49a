package connlab.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Copies a Linux program without what a debugger would read. MariaDB's has 313 MB, of which the
 * system loads the first 28; the rest would cost two seconds and the space on each start.
 *
 * <p>See elf(5): what is loaded is described by the program headers, and debug sections come after
 * it in the file. The section headers at its very end are lost too; only tools read them.
 */
final class ElfProgram {
    private static final int MAGIC = 0x464c457f;
    private static final int HEADER = 64;
    private static final int SIXTY_FOUR_BITS = 2;
    private static final int LITTLE_ENDIAN = 1;
    private static final int HEADERS_MAX = 64 * 1024;

    private ElfProgram() {}

    /** Copies what is needed to run it, and any other kind of file whole. */
    static void copy(InputStream in, OutputStream out) throws IOException {
        byte[] head = in.readNBytes(HEADERS_MAX);
        long needed = loadedLength(head);
        if (needed < 0 || needed <= head.length) {
            out.write(head);
            in.transferTo(out);
            return;
        }
        out.write(head);
        long left = needed - head.length;
        byte[] buffer = new byte[HEADERS_MAX];
        while (left > 0) {
            int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (read < 0) {
                return;
            }
            out.write(buffer, 0, read);
            left -= read;
        }
    }

    /** Where the last loaded byte lies, or -1 if this is no 64-bit ELF file. */
    private static long loadedLength(byte[] head) {
        ByteBuffer elf = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
        if (head.length < HEADER
                || elf.getInt(0) != MAGIC
                || elf.get(4) != SIXTY_FOUR_BITS
                || elf.get(5) != LITTLE_ENDIAN) {
            return -1;
        }
        int offset = Math.toIntExact(elf.getLong(32));
        int size = elf.getShort(54);
        int count = elf.getShort(56);
        if (offset + size * count > head.length) {
            return -1;
        }
        long[] ends = new long[count];
        for (int i = 0; i < count; i++) {
            int program = offset + i * size;
            ends[i] = elf.getLong(program + 8) + elf.getLong(program + 32);
        }
        return Arrays.stream(ends).max().orElse(-1);
    }
}
