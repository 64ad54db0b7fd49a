package connlab.preflight;

import static connlab.preflight.Recorded.host;
import static connlab.preflight.Recorded.memcached;
import static connlab.preflight.Recorded.perRequest;
import static connlab.preflight.Recorded.pooled;
import static connlab.preflight.Recorded.situation;

import static org.assertj.core.api.Assertions.assertThat;

import connlab.preflight.Bound.Callers;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class CacheConnectionsTest {
    private final CacheConnections check = new CacheConnections();

    @Test
    void memcachedsDefaultIsEnoughForAnUsualLoadAndNotForTheLargest() {
        Finding finding = look(Map.of("maxconns", "1024"));

        assertThat(finding.severity()).isEqualTo(Severity.NOTE);
        assertThat(finding.found())
                .isEqualTo(
                        "-c is 1,024; the pooled lanes hold 2, and 1,021 are left for connections"
                                + " of single requests.");
        assertThat(finding.beyond()).isEqualTo(new Callers(1021));
        assertThat(finding.lanes()).containsExactly("memcached-per-request");
    }

    @Test
    void aSmallOneSpoilsAnUsualLoad() {
        assertThat(look(Map.of("maxconns", "64")).severity()).isEqualTo(Severity.WILL_SPOIL);
        assertThat(look(Map.of("maxconns", "10240")).severity()).isEqualTo(Severity.OK);
    }

    @Test
    void aServerThatDoesNotTellItIsUnknown() {
        Finding finding = look(Map.of());

        assertThat(finding.severity()).isEqualTo(Severity.NOTE);
        assertThat(finding.found()).isEqualTo("The server does not tell its -c.");
    }

    private Finding look(Map<String, String> facts) {
        return check.look(
                        situation(
                                host(),
                                List.of(memcached(facts)),
                                perRequest("memcached", "127.0.0.1:11211"),
                                pooled("memcached", Map.of("clients", "2"))))
                .getFirst();
    }
}
