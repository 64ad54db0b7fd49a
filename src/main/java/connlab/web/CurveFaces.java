package connlab.web;

import connlab.experiment.Report;

import org.jspecify.annotations.Nullable;
import org.springframework.web.util.HtmlUtils;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Tables that are drawn: bars for a terminal, curves for a browser. The axis along the bottom is
 * logarithmic, the other begins at 0.
 */
final class CurveFaces {
    private static final int BAR = 40;
    private static final int WIDTH = 640;
    private static final int HEIGHT = 240;
    private static final int LEFT = 70;
    private static final int RIGHT = WIDTH - 20;
    private static final int TOP = 40;
    private static final int BOTTOM = HEIGHT - 40;

    /** A value is at most so much of the height. */
    private static final double FULL = 1.05;

    private record Point(double x, double y) {}

    private CurveFaces() {}

    /** A bar for each row; nothing for a table without a curve. */
    static String text(Report.Table table) {
        Report.Curve curve = table.curve();
        if (curve == null) {
            return "";
        }
        StringBuilder out = new StringBuilder();
        for (String y : curve.ys()) {
            List<Point> points = points(table, curve.x(), y);
            double most = most(points);
            TextTable bars = new TextTable(curve.x(), y, " ", " ");
            for (Point point : points) {
                bars.row(
                        Rounded.shown(point.x()),
                        Rounded.shown(point.y()),
                        "#".repeat((int) Math.round(point.y() / most * BAR)) + " ",
                        marks(curve, point.x()) + " ");
            }
            out.append(bars).append('\n');
        }
        for (Report.Mark mark : curve.marks()) {
            out.append("%s %s: %s%n".formatted(curve.x(), Rounded.shown(mark.x()), mark.meaning()));
        }
        return out.append('\n').toString();
    }

    private static String marks(Report.Curve curve, double x) {
        List<String> meanings =
                curve.marks().stream()
                        .filter(mark -> mark.x() == x)
                        .map(Report.Mark::meaning)
                        .toList();
        return meanings.isEmpty() ? "" : "< " + String.join(", ", meanings);
    }

    /** A drawing for each of its figures; nothing for a table without a curve. */
    static String html(Report.Table table) {
        Report.Curve curve = table.curve();
        if (curve == null) {
            return "";
        }
        StringBuilder out = new StringBuilder();
        for (String y : curve.ys()) {
            out.append(new Drawing(points(table, curve.x(), y), curve, y).svg());
        }
        return out.toString();
    }

    private static List<Point> points(Report.Table table, String x, String y) {
        int first = table.columns().indexOf(x);
        int second = table.columns().indexOf(y);
        List<Point> points = new ArrayList<>();
        for (List<@Nullable Object> row : table.rows()) {
            if (row.get(first) instanceof Number along && row.get(second) instanceof Number up) {
                points.add(new Point(along.doubleValue(), up.doubleValue()));
            }
        }
        return points;
    }

    private static double most(List<Point> points) {
        return points.stream().mapToDouble(Point::y).max().orElse(1);
    }

    /** One figure over the bottom axis. */
    private static final class Drawing {
        private final List<Point> points;
        private final Report.Curve curve;
        private final String name;
        private final double first;
        private final double last;
        private final double most;
        private final StringBuilder out = new StringBuilder();

        Drawing(List<Point> points, Report.Curve curve, String name) {
            this.points = points;
            this.curve = curve;
            this.name = name;
            this.first = points.stream().mapToDouble(Point::x).min().orElse(1);
            this.last = Math.max(first * 2, points.stream().mapToDouble(Point::x).max().orElse(2));
            this.most = Math.max(most(points), 1e-9);
        }

        String svg() {
            out.append(
                    String.format(
                            Locale.ROOT,
                            "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s over %s\""
                                    + " style=\"max-width:%dpx;width:100%%;display:block\""
                                    + " font-size=\"12\" fill=\"currentcolor\">",
                            WIDTH,
                            HEIGHT,
                            HtmlUtils.htmlEscape(name),
                            HtmlUtils.htmlEscape(curve.x()),
                            WIDTH));
            out.append(
                    String.format(
                            Locale.ROOT,
                            "<text x=\"%d\" y=\"14\" font-weight=\"bold\">%s</text>",
                            LEFT,
                            name));
            axes();
            curve.marks().forEach(this::mark);
            line();
            return out.append("</svg>\n").toString();
        }

        private void axes() {
            for (int i = 0; i <= 4; i++) {
                double value = most * i / 4;
                out.append(
                        String.format(
                                Locale.ROOT,
                                "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\""
                                        + " stroke=\"currentcolor\" stroke-opacity=\".2\"/>",
                                LEFT,
                                RIGHT,
                                y(value),
                                y(value)));
                out.append(
                        String.format(
                                Locale.ROOT,
                                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
                                LEFT - 6,
                                y(value) + 4,
                                Rounded.shown(value)));
            }
            for (Point point : points) {
                out.append(
                        String.format(
                                Locale.ROOT,
                                "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                                x(point.x()),
                                BOTTOM + 16,
                                Rounded.shown(point.x())));
            }
            out.append(
                    String.format(
                            Locale.ROOT,
                            "<text x=\"%d\" y=\"%d\">%s</text>",
                            LEFT,
                            HEIGHT - 6,
                            curve.x()));
        }

        private void mark(Report.Mark mark) {
            if (mark.x() < first || mark.x() > last) {
                return;
            }
            boolean right = x(mark.x()) > (LEFT + RIGHT) / 2.0;
            int line = TOP - 4 - 12 * (curve.marks().indexOf(mark) % 2);
            out.append(
                    String.format(
                            Locale.ROOT,
                            "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\""
                                    + " stroke=\"currentcolor\" stroke-dasharray=\"4 3\"/>",
                            x(mark.x()),
                            x(mark.x()),
                            line,
                            BOTTOM));
            out.append(
                    String.format(
                            Locale.ROOT,
                            "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%s: %s</text>",
                            x(mark.x()) + (right ? -3 : 3),
                            line,
                            right ? "end" : "start",
                            HtmlUtils.htmlEscape(mark.meaning(), "UTF-8"),
                            Rounded.shown(mark.x())));
        }

        private void line() {
            StringBuilder path = new StringBuilder();
            for (Point point : points) {
                path.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(point.x()), y(point.y())));
            }
            out.append(
                    String.format(
                            Locale.ROOT,
                            "<polyline points=\"%s\" fill=\"none\" stroke=\"#2a78d6\""
                                    + " stroke-width=\"2\"/>",
                            path));
            for (Point point : points) {
                out.append(
                        String.format(
                                Locale.ROOT,
                                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#2a78d6\"/>",
                                x(point.x()),
                                y(point.y())));
            }
        }

        private double x(double value) {
            double share = Math.log(value / first) / Math.log(last / first);
            return LEFT + 12 + share * (RIGHT - LEFT - 24);
        }

        private double y(double value) {
            return BOTTOM - value / (most * FULL) * (BOTTOM - TOP);
        }
    }
}
