package connlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import connlab.trial.Phase;

import org.junit.jupiter.api.Test;

class InstantsTest {
    @Test
    void eachPhaseEndsAsTheNextBegins() {
        Instants instants = new Instants();
        for (Phase phase : new Phase[] {Phase.INIT, Phase.CONNECT, Phase.SET, Phase.GET}) {
            instants.timer().enter(phase);
        }
        instants.timer().enter(Phase.CLOSE);
        instants.timer().end();

        assertThat(instants.began()).isLessThanOrEqualTo(instants.ended(Phase.INIT));
        assertThat(instants.usable())
                .isBetween(instants.ended(Phase.INIT), instants.ended(Phase.SET));
        assertThat(instants.lastBefore(Phase.CLOSE)).isEqualTo(instants.ended(Phase.GET));
        assertThat(instants.ended(Phase.CLOSE)).isGreaterThanOrEqualTo(instants.ended(Phase.GET));
    }
}
