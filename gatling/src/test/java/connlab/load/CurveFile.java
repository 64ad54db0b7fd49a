package connlab.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Charts and the text that goes with them in one HTML file that needs nothing else. */
record CurveFile(String name, String head, List<Chart> charts, String text) {
    private static final String PAGE =
            """
            <!doctype html><html lang="en"><meta charset="utf-8"><title>%s</title>
            <style>body{font:15px sans-serif;max-width:900px;margin:2em auto}svg{width:100%%}</style>
            <h1>%s</h1>%s<pre>%s</pre></html>
            """;

    /** Writes it, and says where it is or why it is not there. */
    String write() {
        Path file = Path.of("target", name + ".html").toAbsolutePath();
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, html());
            return "\nCurves: " + file + "\n";
        } catch (IOException e) {
            return "\nThe curves could not be written: " + e.getMessage() + "\n";
        }
    }

    private String html() {
        StringBuilder drawn = new StringBuilder();
        charts.forEach(chart -> drawn.append(chart.svg()));
        return PAGE.formatted(name, head, drawn, text);
    }
}
