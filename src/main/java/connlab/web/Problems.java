package connlab.web;

import connlab.backend.BadParameter;
import connlab.experiment.Experiments.Busy;
import connlab.run.Comparison.TooFewRounds;
import connlab.trial.FailureClass;
import connlab.trial.Outcome;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

import java.net.URI;
import java.util.Locale;

/** Turns everything that is not a 200 into RFC 9457 problem details with a stable {@code type}. */
@RestControllerAdvice
class Problems extends ResponseEntityExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);
    private static final String TYPE = "urn:connlab:problem:";

    @ExceptionHandler
    ResponseEntity<ProblemDetail> failed(TrialFailed e) {
        Outcome.Failure failure = e.failure();
        boolean bug = failure.kind() == FailureClass.BUG;
        ProblemDetail problem =
                problem(
                        bug ? HttpStatus.INTERNAL_SERVER_ERROR : HttpStatus.SERVICE_UNAVAILABLE,
                        failure.kind().label(),
                        failure.detail());
        problem.setProperty("failure", failure.kind().label());
        problem.setProperty("lane", e.lane().name());
        problem.setProperty("phase", failure.phase().label());
        problem.setProperty("completed", e.completed());
        problem.setProperty("wayOut", WaysOut.of(failure.kind()));
        // A way out among them knows more than that of the class.
        failure.facts().forEach(problem::setProperty);
        return answer(problem);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> badParameter(BadParameter e) {
        ProblemDetail problem = problem(HttpStatus.BAD_REQUEST, "bad-parameter", e.detail());
        problem.setProperty("parameter", e.parameter());
        return answer(problem);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> notFound(NotFound e) {
        return answer(problem(HttpStatus.NOT_FOUND, e.type(), String.valueOf(e.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> busy(Busy e) {
        return answer(problem(HttpStatus.CONFLICT, "busy", String.valueOf(e.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> tooFewRounds(TooFewRounds e) {
        return answer(
                problem(
                        HttpStatus.UNPROCESSABLE_CONTENT,
                        "too-few-rounds",
                        String.valueOf(e.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> bug(Exception e) {
        LOG.error("A request met a bug", e);
        return answer(
                problem(
                        HttpStatus.INTERNAL_SERVER_ERROR,
                        FailureClass.BUG.label(),
                        "A fault in connlab; its log has the details."));
    }

    /** What Spring itself refuses: unknown paths, wrong methods. */
    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception e,
            @Nullable Object body,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        HttpStatus known = HttpStatus.valueOf(status.value());
        String name = known.name().toLowerCase(Locale.ROOT).replace('_', '-');
        String detail =
                body instanceof ProblemDetail said && said.getDetail() != null
                        ? said.getDetail()
                        : known.getReasonPhrase();
        return ResponseEntity.status(status)
                .headers(headers)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem(known, name, detail));
    }

    private static ProblemDetail problem(HttpStatus status, String type, String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setType(URI.create(TYPE + type));
        problem.setTitle(type.replace('-', ' '));
        return problem;
    }

    private static ResponseEntity<ProblemDetail> answer(ProblemDetail problem) {
        return ResponseEntity.status(problem.getStatus())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }
}
