package connlab.web;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * An aligned text table for a terminal; numbers to the right, and {@code -} for what is unknown.
 */
public final class TextTable {
    private final List<@Nullable Object[]> rows = new ArrayList<>();
    private final int[] widths;

    public TextTable(String... header) {
        widths = new int[header.length];
        row((@Nullable Object[]) header);
    }

    /** Adds a row; null is unknown. */
    public void row(@Nullable Object... cells) {
        rows.add(cells);
        for (int i = 0; i < cells.length; i++) {
            widths[i] = Math.max(widths[i], text(cells[i]).length());
        }
    }

    private static String text(@Nullable Object cell) {
        return cell == null || cell.equals("") ? "-" : cell.toString();
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        for (@Nullable Object[] cells : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < cells.length; i++) {
                String cell = text(cells[i]);
                String padding = " ".repeat(widths[i] - cell.length());
                boolean number = rightAligned(i);
                line.append(i == 0 ? "" : "  ").append(number ? padding + cell : cell + padding);
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
        return out.toString();
    }

    /** A column is right-aligned when all its known cells below the header are numbers. */
    private boolean rightAligned(int column) {
        return rows.stream().skip(1).map(cells -> cells[column]).anyMatch(Number.class::isInstance);
    }
}
