package connlab.watch;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A dashboard as it is kept. Its name is its file's, without the ending. */
record Dashboard(String name, JsonNode json) {
    static final Path FOLDER = Path.of("grafana/dashboards");
    private static final JsonMapper JSON = JsonMapper.shared();

    /** One query of a panel. */
    record Query(String panel, JsonNode json) {
        PromQl promQl() {
            return new PromQl(json.path("expr").asString());
        }

        boolean instant() {
            return json.path("instant").asBoolean();
        }

        @Override
        public String toString() {
            return panel + " " + json.path("refId").asString();
        }
    }

    static List<Dashboard> all() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.sorted().map(Dashboard::read).toList();
        } catch (IOException e) {
            throw new IllegalStateException(FOLDER.toString(), e);
        }
    }

    private static Dashboard read(Path file) {
        String name = file.getFileName().toString().replaceFirst("\\.json$", "");
        return new Dashboard(name, JSON.readTree(file.toFile()));
    }

    /** The same after an edit of its text. The edit must change something. */
    Dashboard edited(String old, String replacement) {
        String text = json.toString();
        if (!text.contains(old)) {
            throw new IllegalArgumentException(name + " does not say " + old);
        }
        return new Dashboard(name, JSON.readTree(text.replace(old, replacement)));
    }

    List<JsonNode> panels() {
        return json.path("panels").valueStream().toList();
    }

    List<Query> queries() {
        return panels().stream().flatMap(Dashboard::queries).toList();
    }

    static Stream<Query> queries(JsonNode panel) {
        String title = panel.path("title").asString();
        return panel.path("targets").valueStream().map(target -> new Query(title, target));
    }

    List<JsonNode> variables() {
        return json.path("templating").path("list").valueStream().toList();
    }

    @Override
    public String toString() {
        return name;
    }
}
