package connlab.backend.postgres;

import static connlab.backend.ProxyType.By.PROXY;
import static connlab.backend.ProxyType.By.SERVER;

import connlab.backend.Inquiry;
import connlab.backend.ProxySample;
import connlab.backend.ProxyType;
import connlab.backend.Server;
import connlab.trial.FailureClass;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * PgBouncer. Its words are those of its source, releases 1.18 to 1.24; their SQLSTATE is 08P01
 * whatever happened, so that only the words tell.
 */
@Component
final class PgBouncer implements ProxyType {
    private static final String PERHAPS_LOG = "PgBouncer's log says why.";

    /** The first that fits counts. */
    private static final List<Words> KNOWN =
            List.of(
                    words(
                            "no more connections allowed",
                            FailureClass.TOO_MANY_CONNECTIONS,
                            PROXY,
                            "Raise max_client_conn in pgbouncer.ini, or hold fewer connections to"
                                    + " PgBouncer."),
                    words(
                            "query_wait_timeout|client_login_timeout",
                            FailureClass.TIMEOUT,
                            PROXY,
                            "It waited in PgBouncer for a server connection and got none: shorter"
                                    + " work, fewer callers or a larger default_pool_size; if"
                                    + " PostgreSQL turns PgBouncer away, its log says so."),
                    words(
                            "server.*(too many clients|remaining connection slots|too many"
                                    + " connections)",
                            FailureClass.TOO_MANY_CONNECTIONS,
                            SERVER,
                            "PostgreSQL has no connection left for PgBouncer: raise"
                                    + " max_connections, or lower default_pool_size."),
                    words(
                            "server.*(authentication failed|no pg_hba)",
                            FailureClass.AUTH_FAILED,
                            SERVER,
                            "PostgreSQL refuses PgBouncer's login: check userlist.txt."),
                    words(
                            "server login (has been failing|failed)|cannot connect to server",
                            null,
                            SERVER,
                            "PostgreSQL turns PgBouncer away. " + PERHAPS_LOG),
                    words(
                            "server conn crashed",
                            FailureClass.SERVER_GONE,
                            SERVER,
                            "PostgreSQL closed the connection that PgBouncer had lent out; look at"
                                    + " its log."),
                    words(
                            "authentication failed|no such user|not allowed|unsupported startup"
                                    + " parameter",
                            FailureClass.AUTH_FAILED,
                            PROXY,
                            "PgBouncer refuses the login: check userlist.txt, auth_type and"
                                    + " ignore_startup_parameters."),
                    words(
                            "no such database",
                            FailureClass.WRONG_ANSWER,
                            PROXY,
                            "Add the database to [databases] of PgBouncer's configuration."),
                    words(
                            "query_timeout|transaction_timeout|client_idle_timeout",
                            FailureClass.TIMEOUT,
                            PROXY,
                            "A timeout of pgbouncer.ini ran out: raise it, or work faster."),
                    words(
                            "pooler is shut|server shutting down|admin forced disconnect",
                            FailureClass.SERVER_GONE,
                            PROXY,
                            "PgBouncer was stopped or restarted. " + PERHAPS_LOG));

    private final LongSupplier nanoClock;

    PgBouncer(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    private record Words(Pattern pattern, Refusal refusal) {}

    private static Words words(String pattern, @Nullable FailureClass kind, By who, String wayOut) {
        return new Words(Pattern.compile(pattern), new Refusal(kind, who, wayOut));
    }

    @Override
    public String type() {
        return "pgbouncer";
    }

    @Override
    public int defaultPort() {
        return 6432;
    }

    @Override
    public Inquiry<ProxySample> probe(Server proxy) {
        return new PgBouncerProbe(proxy, nanoClock);
    }

    /** A statement that the driver has named on one server connection is unknown on the next. */
    @Override
    public Map<String, String> clientProperties() {
        return Map.of("prepareThreshold", "0");
    }

    @Override
    public double mostClients(Map<String, String> settings) {
        String most = settings.get("max_client_conn");
        return most == null ? Double.NaN : Double.parseDouble(most);
    }

    @Override
    public String withoutQuery() {
        return "without a query PostgreSQL was not asked: PgBouncer answered the login itself";
    }

    @Override
    public Optional<Refusal> explain(String message) {
        return KNOWN.stream()
                .filter(words -> words.pattern().matcher(message).find())
                .map(Words::refusal)
                .findFirst();
    }
}
