package connlab.preflight;

import static connlab.preflight.Recorded.LIMITS;
import static connlab.preflight.Recorded.host;
import static connlab.preflight.Recorded.situation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import connlab.preflight.Bound.Callers;

import org.junit.jupiter.api.Test;

class OpenFilesTest {
    private static final String LINE =
            "Max open files            %s               524288               files\n";

    private final OpenFiles check = new OpenFiles();

    @Test
    void aDesktopsLimitIsEnoughForFewCallers() throws Unreadable {
        Finding finding = check.look(situation(host(LIMITS, LINE.formatted("1024")))).getFirst();

        assertThat(finding.severity()).isEqualTo(Severity.NOTE);
        assertThat(finding.beyond()).isEqualTo(new Callers(362));
        assertThat(finding.found()).startsWith("1,024 open files").contains("362 callers");
    }

    @Test
    void aServersLimitIsEnough() throws Unreadable {
        assertThat(check.look(situation(host())).getFirst().severity()).isEqualTo(Severity.OK);
    }

    @Test
    void noLimitIsEnough() throws Unreadable {
        Finding finding =
                check.look(situation(host(LIMITS, LINE.formatted("unlimited")))).getFirst();

        assertThat(finding.severity()).isEqualTo(Severity.OK);
        assertThat(finding.found()).startsWith("Any number of open files");
    }

    @Test
    void whatCanNotBeReadIsSaid() {
        assertThatExceptionOfType(Unreadable.class)
                .isThrownBy(() -> check.look(situation(Recorded.elsewhere())))
                .withMessageContaining(LIMITS);
        assertThatExceptionOfType(Unreadable.class)
                .isThrownBy(() -> check.look(situation(host(LIMITS, "something else\n"))))
                .withMessageContaining("no line 'Max open files'");
    }
}
