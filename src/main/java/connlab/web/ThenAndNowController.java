package connlab.web;

import connlab.history.History;
import connlab.history.ThenAndNow;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import java.util.List;

/** The old benchmarks' published figures beside this installation's latest. */
@RestController
class ThenAndNowController {
    private final History history;

    ThenAndNowController(History history) {
        this.history = history;
    }

    @GetMapping("/then-and-now")
    ResponseEntity<?> thenAndNow(HttpServletRequest request) {
        List<ThenAndNow> all = history.all(Callers.base());
        Face face = Face.of(request);
        return ResponseEntity.ok()
                .contentType(face.type())
                .varyBy("Accept")
                .body(
                        switch (face) {
                            case JSON -> all;
                            case CSV -> ThenAndNowFaces.csv(all);
                            case HTML -> ThenAndNowFaces.html(all);
                            case TEXT -> ThenAndNowFaces.text(all);
                        });
    }
}
