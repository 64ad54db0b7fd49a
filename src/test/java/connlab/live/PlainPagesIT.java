package connlab.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import connlab.lab.Lab;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The pages without scripts as a browser shows them. With {@code -Dconnlab.screenshots=FOLDER} they
 * are kept as pictures.
 */
class PlainPagesIT {
    // A browser that is on its way out still writes into its profile.
    @TempDir(cleanup = CleanupMode.NEVER)
    private static Path profile;

    private static Lab lab;
    private static Chromium browser;

    @BeforeAll
    static void open() throws Exception {
        Optional<Path> program = Chromium.find();
        assumeTrue(program.isPresent(), "no Chromium on the PATH");
        lab = new Lab(Map.of("connlab.embedded.enabled", false));
        browser = new Chromium(program.get(), profile);
        await().until(() -> lab.get("/actuator/health/readiness").statusCode() == 200);
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
        if (lab != null) {
            lab.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = "then-and-now")
    void fitWideAndNarrowWindowsInLightAndDark(String page) throws Exception {
        for (int width : List.of(1200, 360)) {
            for (String scheme : List.of("light", "dark")) {
                show(page, width, scheme);

                assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                        .as("%s, %d wide", page, width)
                        .isLessThanOrEqualTo(width);
                assertThat(browser.evaluate("document.body.scrollWidth").asInt())
                        .as("%s, %d wide", page, width)
                        .isLessThanOrEqualTo(width);
                keep("%s-%d-%s.png".formatted(page, width, scheme));
            }
        }
    }

    private static void show(String page, int width, String scheme) {
        browser.call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
        browser.call(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        browser.open(lab.base() + "/" + page);
        await().until(() -> browser.text("h1").equalsIgnoreCase(page.replace('-', ' ')));
    }

    private static void keep(String name) throws Exception {
        String folder = System.getProperty("connlab.screenshots");
        if (folder != null) {
            String picture =
                    browser.call("Page.captureScreenshot", Map.of("captureBeyondViewport", true))
                            .get("data")
                            .asString();
            Files.write(Path.of(folder, name), Base64.getDecoder().decode(picture));
        }
    }
}
