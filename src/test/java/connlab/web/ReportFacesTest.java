package connlab.web;

import static org.assertj.core.api.Assertions.assertThat;

import connlab.experiment.Report;
import connlab.experiment.Result;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.List;
import java.util.Map;

class ReportFacesTest {
    private static final Report REPORT =
            new Report(
                    List.of(new Report.Table("sizes", List.of("size"), List.of(List.of(4)), null)),
                    List.of("a <long> note"),
                    "the first line\nthe second line");

    @Test
    void inABrowserTheTablesKeepTheirLinesAndTheNotesAreParagraphsThatWrap() {
        assertThat(ReportFaces.html(result(Result.State.FINISHED, null, REPORT)))
                .containsPattern("<pre[^>]*>sizes\n\nsize *\n *4 *\n\n</pre>")
                .contains("<p>note: a &lt;long&gt; note</p>")
                .contains("<p>the first line<br>the second line</p>");
    }

    @Test
    void withoutAReportTheReasonIsShown() {
        Result failed = result(Result.State.FAILED, "mysql is down", null);

        assertThat(ReportFaces.text(failed)).isEqualTo("pool-size failed: mysql is down\n");
        assertThat(ReportFaces.html(failed)).contains("<p>pool-size failed: mysql is down</p>");
    }

    private static Result result(
            Result.State state, @Nullable String reason, @Nullable Report report) {
        return new Result("pool-size", Map.of(), Instant.EPOCH, 1, state, reason, report);
    }
}
