package connlab.run;

import static org.assertj.core.api.Assertions.assertThat;

import connlab.run.HostWatch.Look;
import connlab.run.HostWatch.Span;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Two seconds in which the service worked 1.2 s, the server 0.6 s, and others 0.4 s. */
class HostFiguresTest {
    private static final Span SPAN =
            new Span(
                    List.of(
                            look(0, 5_000_000_000L, 10_000_000_000L, 3L, 40, 1_000_000_000L),
                            look(1_000_000_000L, 5_500_000_000L, 11_000_000_000L, 900L, 40, 1L),
                            look(
                                    2_000_000_000L,
                                    6_200_000_000L,
                                    12_200_000_000L,
                                    800L,
                                    42,
                                    1_600_000_000L)));

    @Test
    void timesAreTheDifferencesOfTheEndsAndTimeWaitIsThePeakBetween() {
        assertThat(HostFigures.of(SPAN, "sut", 1000, false, true))
                .isEqualTo(new HostFigures(1200.0, 600.0, 0.2, 900L, 2L, 0L));
    }

    @Test
    void whatOtherTrialsHadAPartInBelongsToNone() {
        HostFigures shared = HostFigures.of(SPAN, "sut", 1000, true, false);

        assertThat(shared.serviceCpuMicrosPerTrial()).isNull();
        assertThat(shared.serverCpuMicrosPerTrial()).isNull();
        assertThat(shared.otherCpuCores()).isEqualTo(0.2);
    }

    @Test
    void aServerElsewhereOrStartedAnewMeanwhileIsUnknownAndNotZero() {
        Span restarted =
                new Span(List.of(look(0, 0, 0, null, 0, 900), look(1, 0, 0, null, 0, 100)));

        assertThat(HostFigures.of(SPAN, "elsewhere", 1000, false, true).serverCpuMicrosPerTrial())
                .isNull();
        assertThat(HostFigures.of(restarted, "sut", 1000, false, true).serverCpuMicrosPerTrial())
                .isNull();
        assertThat(HostFigures.of(restarted, "sut", 1000, false, true).timeWaitPeak()).isNull();
    }

    private static Look look(
            long nanos,
            long service,
            long busy,
            @Nullable Long timeWait,
            long overflows,
            long server) {
        return new Look(
                nanos,
                100_000,
                OptionalLong.of(service),
                OptionalLong.of(busy),
                timeWait == null ? OptionalLong.empty() : OptionalLong.of(timeWait),
                OptionalLong.of(overflows),
                0,
                0,
                Map.of("sut", server));
    }
}
