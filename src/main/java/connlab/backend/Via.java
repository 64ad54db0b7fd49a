package connlab.backend;

import connlab.trial.FailureClass;
import connlab.trial.Outcome;
import connlab.trial.TrialFailure;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The proxy of a known type that a lane goes through, and who of the two turns a trial down.
 *
 * @param server the type of the server behind it
 * @param serverFull whether that server holds as many connections as it allows, by its own count
 */
public record Via(ProxyType proxy, String server, BooleanSupplier serverFull) {
    /** The failure that the proxy's words stand for; empty if they are not the proxy's. */
    public Optional<TrialFailure> explain(String detail, @Nullable Throwable cause) {
        return proxy.explain(detail).map(refusal -> failure(refusal, detail, cause));
    }

    private TrialFailure failure(
            ProxyType.Refusal refusal, String detail, @Nullable Throwable cause) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put(Outcome.Failure.REFUSED_BY, name(refusal.by()));
        facts.put("wayOut", refusal.wayOut());
        return new TrialFailure(kind(refusal), detail, facts, cause);
    }

    private FailureClass kind(ProxyType.Refusal refusal) {
        FailureClass said = refusal.kind();
        if (said != null) {
            return said;
        }
        return serverFull.getAsBoolean()
                ? FailureClass.TOO_MANY_CONNECTIONS
                : FailureClass.CONNECT_REFUSED;
    }

    /**
     * Facts of a failure that the server itself reported, or the network on the way to the proxy.
     */
    public Map<String, Object> refusedBy(ProxyType.By who) {
        return Map.of(Outcome.Failure.REFUSED_BY, name(who));
    }

    private String name(ProxyType.By who) {
        return who == ProxyType.By.PROXY ? proxy.type() : server;
    }
}
