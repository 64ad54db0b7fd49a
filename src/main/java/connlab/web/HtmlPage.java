package connlab.web;

import org.springframework.web.util.HtmlUtils;

/** The frame of a plain page without scripts. */
final class HtmlPage {
    static final String FOOT = "\n</body></html>\n";

    private HtmlPage() {}

    static String head(String title) {
        return """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><title>%1$s · connlab</title>
        <meta name="viewport" content="width=device-width">
        <style>
          :root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif }
          table { border-collapse: collapse } th, td { padding: .2em .6em; text-align: left }
          .number { text-align: right; font-variant-numeric: tabular-nums }
          tbody tr:nth-child(odd) { background: color-mix(in srgb, currentcolor 6%%, transparent) }
          code { overflow-wrap: anywhere } body { overflow-x: auto } .scroll { overflow-x: auto }
          pre:not(.scroll) { white-space: pre-wrap; overflow-wrap: break-word }
        </style></head><body>
        <p><a href="/">connlab</a></p><h1>%1$s</h1>
        """
                .formatted(HtmlUtils.htmlEscape(title));
    }
}
