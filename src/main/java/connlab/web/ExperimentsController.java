package connlab.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import connlab.experiment.Experiment;
import connlab.experiment.Experiments;
import connlab.experiment.Result;
import connlab.experiment.Running;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs experiments and gives their results.
 *
 * <p>While one runs, its caller hears how far it is, once a second: as lines of text, or as empty
 * lines before the JSON, the CSV or the page where it asked for those. A caller that goes away
 * stops it.
 */
@RestController
class ExperimentsController {
    private static final Duration NEWS = Duration.ofSeconds(1);

    private final Experiments experiments;
    private final JsonMapper json;

    ExperimentsController(Experiments experiments, JsonMapper json) {
        this.experiments = experiments;
        this.json = json;
    }

    /** One of those that can be run. */
    record Listed(
            String name, String summary, Map<String, String> parameters, Optional<Result> last) {}

    @GetMapping("/experiments")
    ResponseEntity<?> all(HttpServletRequest request) {
        List<Listed> all =
                experiments.all().stream()
                        .map(
                                e ->
                                        new Listed(
                                                e.name(),
                                                e.summary(),
                                                e.parameters(),
                                                experiments.last(e.name())))
                        .toList();
        Face face = Face.of(request);
        return answer(
                face,
                switch (face) {
                    case JSON -> all;
                    case CSV -> ExperimentListFaces.csv(all);
                    case HTML ->
                            ExperimentListFaces.html(all, experiments.running(), Callers.base());
                    case TEXT ->
                            ExperimentListFaces.text(all, experiments.running(), Callers.base());
                });
    }

    @GetMapping("/experiments/{name}")
    ResponseEntity<?> last(@PathVariable("name") String name, HttpServletRequest request) {
        Experiment experiment = find(name);
        Result result =
                experiments
                        .last(name)
                        .orElseThrow(() -> NotFound.result(experiment.name(), Callers.base()));
        Face face = Face.of(request);
        return answer(face, face == Face.JSON ? result : shown(face, result));
    }

    @DeleteMapping("/experiments/{name}")
    ResponseEntity<?> cancel(@PathVariable("name") String name) {
        Experiment experiment = find(name);
        Optional<Running> running =
                experiments.running().filter(r -> r.experiment().equals(experiment.name()));
        running.ifPresent(Running::cancel);
        return answer(
                Face.TEXT, running.isPresent() ? "cancelled\n" : name + " is not under way\n");
    }

    @PostMapping("/experiments/{name}")
    void run(
            @PathVariable("name") String name,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException, InterruptedException {
        Running running = experiments.start(find(name), Callers.parameters(request));
        Face face = Face.of(request);
        response.setContentType(face.type().toString());
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        try {
            OutputStream out = response.getOutputStream();
            Result result = follow(running, face, out);
            out.write(
                    face == Face.JSON
                            ? json.writeValueAsBytes(result)
                            : shown(face, result).getBytes(UTF_8));
        } catch (IOException | InterruptedException e) {
            running.cancel();
            throw e;
        }
    }

    private static Result follow(Running running, Face face, OutputStream out)
            throws IOException, InterruptedException {
        Optional<Result> result = running.await(NEWS);
        while (result.isEmpty()) {
            String news = face == Face.TEXT ? running.progress().text() : "";
            out.write((news + "\n").getBytes(UTF_8));
            out.flush();
            result = running.await(NEWS);
        }
        out.write('\n');
        return result.get();
    }

    private Experiment find(String name) {
        return experiments
                .find(name)
                .orElseThrow(
                        () ->
                                NotFound.unknown(
                                        "experiment", name, experiments.all(), Experiment::name));
    }

    private static String shown(Face face, Result result) {
        return switch (face) {
            case CSV -> ReportFaces.csv(result);
            case HTML -> ReportFaces.html(result);
            default -> ReportFaces.text(result);
        };
    }

    private static ResponseEntity<?> answer(Face face, Object body) {
        return ResponseEntity.ok().contentType(face.type()).varyBy("Accept").body(body);
    }
}
