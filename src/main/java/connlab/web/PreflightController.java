package connlab.web;

import connlab.preflight.Finding;
import connlab.preflight.Preflight;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import java.util.List;

/** What on this host, on its servers or in its lanes would spoil a run. */
@RestController
class PreflightController {
    private final Preflight preflight;

    PreflightController(Preflight preflight) {
        this.preflight = preflight;
    }

    @GetMapping("/preflight")
    ResponseEntity<?> preflight(HttpServletRequest request) {
        List<Finding> findings = preflight.findings();
        Face face = Face.of(request);
        return ResponseEntity.ok()
                .contentType(face.type())
                .varyBy("Accept")
                .body(
                        switch (face) {
                            case JSON -> findings;
                            case CSV -> PreflightFaces.csv(findings);
                            case HTML -> PreflightFaces.html(findings);
                            case TEXT -> PreflightFaces.text(findings);
                        });
    }
}
