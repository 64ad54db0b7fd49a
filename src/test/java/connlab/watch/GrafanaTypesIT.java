package connlab.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import connlab.watch.Program.Result;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The dashboards, checked by TypeScript's compiler against the types that Grafana publishes for
 * them: a field or a value that Grafana would not know is an error.
 */
class GrafanaTypesIT {
    private static final Path CHECK = Path.of("grafana/check");

    /** A dashboard's text, and another in its place that Grafana would not understand. */
    private record Mutant(String old, String replacement) {}

    private static final List<Mutant> MUTANTS =
            List.of(
                    new Mutant("\"lineWidth\"", "\"lineWidht\""),
                    new Mutant("\"legendFormat\"", "\"legendFromat\""),
                    new Mutant("\"gridPos\"", "\"gridpos\""),
                    new Mutant("\"graphTooltip\"", "\"graphToolTip\""),
                    new Mutant("\"multi\":true", "\"multy\":true"),
                    new Mutant("\"unit\":\"cps\"", "\"unit\":\"cpx\""),
                    new Mutant("\"line\"", "\"lines\""),
                    new Mutant("custom.lineStyle", "custom.lineStile"),
                    new Mutant("\"type\":\"timeseries\"", "\"type\":\"timeserie\""));

    @TempDir static Path folder;
    private static String errors;

    @BeforeAll
    static void compile() throws Exception {
        Program.assumeThere("npm", "node");
        for (String file : List.of("package.json", "tsconfig.json", "strict.ts")) {
            Files.copy(CHECK.resolve(file), folder.resolve(file));
        }
        Result install =
                Program.run(
                        folder,
                        List.of("npm", "install", "--no-package-lock", "--no-audit", "--no-fund"));
        assumeTrue(install.status() == 0, "npm could not install: " + install.output());
        Files.createDirectory(folder.resolve("dashboards"));
        for (Dashboard dashboard : Dashboard.all()) {
            write(dashboard.name(), dashboard);
        }
        for (int i = 0; i < MUTANTS.size(); i++) {
            write("mutant-" + i, mutated(MUTANTS.get(i)));
        }
        errors = Program.run(folder, List.of("node", "node_modules/typescript/bin/tsc")).output();
    }

    private static void write(String name, Dashboard dashboard) throws IOException {
        Files.writeString(
                folder.resolve("dashboards/" + name + ".ts"),
                "import type { Dashboard } from \"../strict.js\";\nexport default ("
                        + dashboard.json()
                        + ") satisfies Dashboard;\n");
    }

    private static Dashboard mutated(Mutant mutant) {
        return Dashboard.all().stream()
                .filter(dashboard -> dashboard.name().equals("open-connections"))
                .findFirst()
                .orElseThrow()
                .edited(mutant.old(), mutant.replacement());
    }

    static List<Dashboard> dashboards() {
        return Dashboard.all();
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void grafanaKnowsEveryFieldOf(Dashboard dashboard) {
        assertThat(errors).doesNotContain("dashboards/" + dashboard.name() + ".ts");
    }

    @Test
    void grafanasTypesThemselvesAreFound() {
        assertThat(errors).doesNotContain("strict.ts(");
    }

    @Test
    void aFieldOrAValueThatGrafanaDoesNotKnowIsAnError() {
        List<Mutant> missed = new ArrayList<>();
        for (int i = 0; i < MUTANTS.size(); i++) {
            if (!errors.contains("dashboards/mutant-" + i + ".ts")) {
                missed.add(MUTANTS.get(i));
            }
        }
        assertThat(missed).isEmpty();
    }
}
