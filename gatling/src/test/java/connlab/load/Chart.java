package connlab.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Some curves over one axis, as SVG with its heading. Values begin at zero. */
final class Chart {
    private static final int WIDTH = 860;
    private static final int HEIGHT = 240;
    private static final int LEFT = 70;
    private static final List<String> COLOURS = List.of("#1f6fb2", "#c2571a");

    private final String title;
    private final String unit;
    private final List<Line> lines = new ArrayList<>();

    record Dot(double x, double y) {}

    private record Line(String name, List<Dot> dots) {}

    /**
     * @param unit of the horizontal axis
     */
    Chart(String title, String unit) {
        this.title = title;
        this.unit = unit;
    }

    /** Adds a curve; up to two have a colour of their own. */
    Chart line(String name, List<Dot> dots) {
        lines.add(new Line(name, dots));
        return this;
    }

    String svg() {
        double top = Math.max(1e-9, all().stream().mapToDouble(Dot::y).max().orElse(1));
        double least = Math.min(0, all().stream().mapToDouble(Dot::x).min().orElse(0));
        double most = Math.max(least + 1e-9, all().stream().mapToDouble(Dot::x).max().orElse(1));
        StringBuilder svg = new StringBuilder("<h2>" + title + "</h2>");
        svg.append("<svg viewBox='0 0 %d %d'>".formatted(WIDTH + 20, HEIGHT + 40));
        svg.append(label(0, 14, text(top))).append(label(0, HEIGHT, "0"));
        svg.append(label(LEFT, HEIGHT + 20, text(least) + " " + unit));
        svg.append(label(WIDTH - 20, HEIGHT + 20, text(most)));
        svg.append(
                "<path d='M%d 4V%dH%d' fill='none' stroke='#999'/>".formatted(LEFT, HEIGHT, WIDTH));
        for (int i = 0; i < lines.size(); i++) {
            svg.append(drawn(lines.get(i), i, least, most, top));
        }
        return svg.append("</svg>").toString();
    }

    private List<Dot> all() {
        return lines.stream().flatMap(line -> line.dots().stream()).toList();
    }

    private static String drawn(Line line, int index, double least, double most, double top) {
        String colour = COLOURS.get(index % COLOURS.size());
        String dots =
                line.dots().stream()
                        .map(dot -> x(dot.x(), least, most) + "," + y(dot.y(), top))
                        .collect(Collectors.joining(" "));
        return "<polyline points='%s' fill='none' stroke-width='2' stroke='%s'/><text x='%d' y='%d' fill='%s'>%s</text>"
                .formatted(dots, colour, LEFT + 10 + 80 * index, 16, colour, line.name());
    }

    private static int x(double value, double least, double most) {
        return LEFT + (int) Math.round((WIDTH - LEFT) * (value - least) / (most - least));
    }

    private static int y(double value, double top) {
        return 4 + (int) Math.round((HEIGHT - 4) * (1 - value / top));
    }

    private static String label(int x, int y, String text) {
        return "<text x='%d' y='%d' font-size='12'>%s</text>".formatted(x, y, text);
    }

    private static String text(double value) {
        boolean whole = value == Math.rint(value) || Math.abs(value) >= 10;
        return String.format(Locale.ROOT, whole ? "%.0f" : "%.1f", value);
    }
}
