package connlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlacementTest {
    @Test
    void theKernelsListOfProcessorsIsReadWithItsRanges() {
        assertThat(Placement.processors("0")).containsExactly(0);
        assertThat(Placement.processors("0-2,5,8-9")).containsExactly(0, 1, 2, 5, 8, 9);
    }
}
