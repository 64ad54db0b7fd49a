package connlab.watch;

import org.yaml.snakeyaml.Yaml;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A service of the compose file, run on this machine instead of in its image: the very commands and
 * mounted files, with addresses of this machine put in the place of the container's.
 */
final class ComposeService {
    private static final Path FILE = Path.of("docker-compose.yml");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+):-([^}]*)}");

    private final JsonNode json;
    private final Map<String, String> variables;
    private final Map<String, String> replacements = new LinkedHashMap<>();

    /**
     * Reads it.
     *
     * @param variables what is set where {@code docker compose} is called, passwords above all
     */
    ComposeService(String name, Map<String, String> variables) throws IOException {
        this.json = all().get(name);
        this.variables = variables;
        for (JsonNode volume : json.path("volumes")) {
            String[] parts = volume.asString().split(":");
            replacements.put(parts[1], Path.of(parts[0]).toRealPath().toString());
        }
    }

    /** The file's services by their names. */
    static Map<String, JsonNode> all() throws IOException {
        JsonNode file = JsonMapper.shared().valueToTree(new Yaml().load(Files.readString(FILE)));
        Map<String, JsonNode> services = new TreeMap<>();
        file.path("services").properties().forEach(s -> services.put(s.getKey(), s.getValue()));
        return services;
    }

    /** Puts another text into its commands, which must contain the old one. */
    ComposeService with(String old, String replacement) {
        String commands =
                json.path("entrypoint") + " " + json.path("command") + json.path("healthcheck");
        if (!commands.contains(old)) {
            throw new IllegalArgumentException("no command says " + old + ": " + commands);
        }
        replacements.put(old, replacement);
        return this;
    }

    /**
     * Starts it, and waits until its own health check passes.
     *
     * @param folder a new one, for its log
     */
    Program start(Path folder) throws IOException, InterruptedException {
        Files.createDirectory(folder);
        if (healthy()) {
            throw new IllegalStateException("its health check passes before it is there: " + json);
        }
        List<String> command = words("entrypoint");
        command.addAll(words("command"));
        Program program = Program.start(folder, environment(), command);
        for (int i = 0; i < 100 && program.running() && !healthy(); i++) {
            Thread.sleep(100);
        }
        if (healthy()) {
            return program;
        }
        program.close();
        throw new IOException(command + ": unhealthy; see the log in " + folder);
    }

    /** Asks its own health check. */
    boolean healthy() throws IOException, InterruptedException {
        List<String> test = words(json.path("healthcheck").path("test"));
        List<String> command =
                test.getFirst().equals("CMD-SHELL")
                        ? List.of("sh", "-c", test.getLast())
                        : test.subList(1, test.size());
        return Program.run(Path.of("."), environment(), command).status() == 0;
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new TreeMap<>();
        json.path("environment")
                .properties()
                .forEach(e -> environment.put(e.getKey(), interpolated(e.getValue().asString())));
        return environment;
    }

    private List<String> words(String field) {
        return words(json.path(field));
    }

    private List<String> words(JsonNode list) {
        List<String> words = new ArrayList<>();
        for (JsonNode word : list) {
            String here = interpolated(word.asString());
            for (Map.Entry<String, String> replacement : replacements.entrySet()) {
                here = here.replace(replacement.getKey(), replacement.getValue());
            }
            words.add(here);
        }
        return words;
    }

    /** As docker compose does: variables by their values, and one dollar for two. */
    private String interpolated(String text) {
        return VARIABLE.matcher(text)
                .replaceAll(
                        found ->
                                Matcher.quoteReplacement(
                                        variables.getOrDefault(found.group(1), found.group(2))))
                .replace("$$", "$");
    }
}
