package connlab.preflight;

import connlab.backend.Backend.Kind;
import connlab.preflight.Situation.LaneState;
import connlab.preflight.Situation.ServerState;

import org.springframework.stereotype.Component;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * memcached's {@code -c}. When it is reached memcached stops accepting: further connections wait,
 * seemingly open, until one is closed or their time is over.
 */
@Component
final class CacheConnections implements Check {
    @Override
    public String name() {
        return "maxconns";
    }

    @Override
    public List<Finding> look(Situation situation) {
        List<Finding> findings = new ArrayList<>();
        for (ServerState server : situation.servers(Kind.CACHE)) {
            OptionalLong most = server.info().number("maxconns");
            findings.add(
                    most.isPresent()
                            ? finding(situation, server, most.getAsLong())
                            : Finding.unknown(
                                    name(), server.display(), "The server does not tell its -c."));
        }
        return findings;
    }

    private Finding finding(Situation situation, ServerState server, long most) {
        long held = Pools.held(situation, server, "clients");
        long left = Pools.left(situation, server, most, held);
        List<LaneState> lanes = situation.direct(server, LaneState::connects);
        return new Finding(
                name(),
                Severity.ofCallers(left),
                server.display(),
                String.format(
                        Locale.ROOT,
                        "-c is %,d; the pooled lanes hold %d, and %,d are left for connections of"
                                + " single requests.",
                        most,
                        held,
                        left),
                "Beyond that, memcached accepts no more: trials wait, and time out or fail as"
                        + " headroom.",
                "memcached -c 10240",
                new Bound.Callers(left),
                Situation.names(lanes));
    }
}
