package connlab.backend;

import connlab.trial.FailureClass;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.Optional;

/**
 * A type of pooling proxy of which connlab knows more than its address: it answers for its own
 * connections, and connections to it are not connections to the server behind it. A bean is found
 * by its {@link #type()}. A proxy without a type works too, and nothing is known of it.
 */
public interface ProxyType {
    /** The name in {@code connlab.proxies.<name>.type}: {@code pgbouncer}. */
    String type();

    /** The port that it listens on when none is configured. */
    int defaultPort();

    /** Asks the proxy for its own counts. */
    Inquiry<ProxySample> probe(Server proxy);

    /** Driver properties that every connection through it needs. */
    Map<String, String> clientProperties();

    /**
     * How many clients it takes at once; {@code NaN} if it does not say.
     *
     * @param settings its own, as its probe told them
     */
    double mostClients(Map<String, String> settings);

    /** What a new connection does not do through it while nobody sends a query, a sentence. */
    String withoutQuery();

    /**
     * Who turned a client down, read from the words that reached it; empty if they tell nothing.
     */
    Optional<Refusal> explain(String message);

    /** Who it was. */
    enum By {
        PROXY,
        SERVER
    }

    /**
     * A client turned down by the proxy, or by the server behind it.
     *
     * @param kind null where the words do not tell why the server did it
     * @param wayOut what to do about it, a sentence
     */
    record Refusal(@Nullable FailureClass kind, By by, String wayOut) {}
}
