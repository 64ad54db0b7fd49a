package connlab.web;

import connlab.backend.BadParameter;
import connlab.lane.Lanes;
import connlab.run.Comparison;
import connlab.run.Run;
import connlab.run.RunStore;
import connlab.run.RunWatch;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import java.time.Duration;
import java.util.List;

/**
 * Finished runs, newest first. Those under way are not among them: {@code X-Connlab-Unfinished}
 * says how many there are, and {@code wait=true} waits for them, up to five seconds.
 */
@RestController
class RunsController {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String UNFINISHED_HEADER = "X-Connlab-Unfinished";

    private final Lanes lanes;
    private final RunStore store;
    private final RunWatch watch;

    RunsController(Lanes lanes, RunStore store, RunWatch watch) {
        this.lanes = lanes;
        this.store = store;
        this.watch = watch;
    }

    @GetMapping("/runs")
    ResponseEntity<?> all(
            @RequestParam(name = "lane", required = false) @Nullable String lane,
            @RequestParam(name = "label", required = false) @Nullable String label,
            @RequestParam(name = "limit", defaultValue = "1000") int limit,
            @RequestParam(name = "wait", defaultValue = "false") boolean wait,
            HttpServletRequest request)
            throws InterruptedException {
        await(wait);
        List<Run> runs =
                store.all().stream()
                        .filter(run -> lane == null || run.lane().equals(lane))
                        .filter(run -> label == null || labelled(run, label))
                        .limit(Math.max(0, limit))
                        .map(Run::withoutHistograms)
                        .toList();
        Face face = Face.of(request);
        return answer(
                face,
                switch (face) {
                    case JSON -> runs;
                    case CSV -> RunFaces.csv(runs);
                    case HTML -> RunFaces.html(runs);
                    case TEXT -> RunFaces.text(runs);
                });
    }

    @GetMapping("/runs/compare")
    ResponseEntity<?> compare(
            @RequestParam("lanes") List<String> names,
            @RequestParam(name = "label", required = false) @Nullable String label,
            @RequestParam(name = "wait", defaultValue = "false") boolean wait,
            HttpServletRequest request)
            throws InterruptedException {
        if (names.size() != 2 || names.getFirst().equals(names.getLast())) {
            throw new BadParameter(
                    "lanes", "Name two lanes: lanes=mysql-pooled,mysql-per-request.");
        }
        for (String name : names) {
            if (lanes.find(name).isEmpty()) {
                throw NotFound.lane(name, lanes);
            }
        }
        await(wait);
        Comparison comparison =
                Comparison.of(store.all(), names.getFirst(), names.getLast(), label);
        Face face = Face.of(request);
        return answer(
                face,
                switch (face) {
                    case JSON -> comparison;
                    case CSV -> ComparisonFaces.csv(comparison);
                    case HTML -> ComparisonFaces.html(comparison);
                    case TEXT -> ComparisonFaces.text(comparison);
                });
    }

    @GetMapping("/runs/{id}")
    ResponseEntity<?> one(@PathVariable("id") String id, HttpServletRequest request) {
        Run run = store.find(id).orElseThrow(() -> NotFound.run(id));
        Face face = Face.of(request);
        return answer(
                face,
                switch (face) {
                    case JSON -> run;
                    case CSV -> RunFaces.csv(List.of(run));
                    case HTML -> RunFaces.html(run);
                    case TEXT -> RunFaces.text(run);
                });
    }

    private void await(boolean wait) throws InterruptedException {
        if (wait) {
            watch.awaitQuiet(PATIENCE);
        }
    }

    /** By the whole label, or by its name, which means all its rounds. */
    private static boolean labelled(Run run, String label) {
        return run.label().equals(label) || run.name().equals(label);
    }

    private ResponseEntity<?> answer(Face face, Object body) {
        return ResponseEntity.ok()
                .contentType(face.type())
                .varyBy("Accept")
                .header(UNFINISHED_HEADER, Integer.toString(watch.unfinished()))
                .body(body);
    }
}
