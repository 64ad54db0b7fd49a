package connlab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.util.List;

class IntervalTest {
    @Test
    void itIsStudentsOnTheLogarithms() {
        // t(0.975, 2) = 4.302653; logarithms of 1, 2, 4 have mean ln 2 and sd ln 2.
        Interval interval = Interval.of(List.of(1.0, 2.0, 4.0));

        double half = 4.302653 * Math.log(2) / Math.sqrt(3);
        assertThat(interval.mean()).isCloseTo(2, within(1e-9));
        assertThat(interval.low()).isCloseTo(2 / Math.exp(half), within(1e-5));
        assertThat(interval.high()).isCloseTo(2 * Math.exp(half), within(1e-4));
    }

    @Test
    void figuresThatAreAllTheSameLeaveNoDoubt() {
        assertThat(Interval.of(List.of(3.0, 3.0, 3.0)).high()).isCloseTo(3, within(1e-9));
    }
}
