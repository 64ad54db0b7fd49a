package connlab;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;

import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that can be configured, under {@code connlab.*}. A name that does not exist here stops the
 * start.
 *
 * @param backends the servers under test, by name
 * @param proxies what may stand in front of a backend, by the name that a lane's route gives
 * @param lanes the ways of connecting that can be tried, by name
 * @param hosts names, beside loopback ones, under which this service may be addressed
 */
@Validated
@ConfigurationProperties(prefix = "connlab", ignoreUnknownFields = false)
public record ConnlabProperties(
        @DefaultValue Map<@Pattern(regexp = NAME) String, @Valid BackendProperties> backends,
        @DefaultValue Map<@Pattern(regexp = NAME) String, @Valid ProxyProperties> proxies,
        @DefaultValue Map<@Pattern(regexp = NAME) String, @Valid LaneProperties> lanes,
        @Valid @DefaultValue EmbeddedProperties embedded,
        @Valid @DefaultValue LimitProperties limits,
        @Valid @DefaultValue RunProperties runs,
        @DefaultValue List<String> hosts) {

    private static final String NAME = "[a-z0-9-]+";

    /**
     * A server under test.
     *
     * @param host empty to have it started embedded, where that is possible
     * @param port 0 for the type's default port
     * @param createTable whether {@code table1} may be created where it is missing
     */
    public record BackendProperties(
            @NotBlank String type,
            @DefaultValue("") String host,
            @Min(0) @Max(65535) @DefaultValue("0") int port,
            @DefaultValue("test") String database,
            @DefaultValue("") String user,
            @DefaultValue("") String password,
            @DefaultValue("3s") Duration connectTimeout,
            @DefaultValue("5s") Duration readTimeout,
            @DefaultValue("false") boolean createTable) {

        /** Leaves the login out. */
        @Override
        public String toString() {
            return type + " at " + host + ":" + port;
        }
    }

    /**
     * A proxy in front of a backend; its lanes are down while it has no address.
     *
     * @param type {@code pgbouncer} to have it asked for its own counts; empty for any other proxy
     * @param port 0 for the type's default port
     * @param url instead of host and port, where it is told as one: {@code http://127.0.0.1:8081}
     * @param hint how to get one; shown while it has no address
     * @param user the login that may read its counts; empty for that of its lanes
     */
    public record ProxyProperties(
            @DefaultValue("") String type,
            @DefaultValue("") String host,
            @Min(0) @Max(65535) @DefaultValue("0") int port,
            @Pattern(
                            regexp = "(http://[^/?#@]+/?)?",
                            message = "is http://HOST:PORT and nothing more")
                    @DefaultValue("")
                    String url,
            @DefaultValue("") String hint,
            @DefaultValue("") String user,
            @DefaultValue("") String password) {

        private static final int HTTP_PORT = 80;

        /** Where it listens; empty if that is not configured. */
        public Optional<InetSocketAddress> address() {
            if (!url.isEmpty()) {
                URI uri = URI.create(url);
                return Optional.of(
                        InetSocketAddress.createUnresolved(
                                uri.getHost(), uri.getPort() < 0 ? HTTP_PORT : uri.getPort()));
            }
            return host.isBlank()
                    ? Optional.empty()
                    : Optional.of(InetSocketAddress.createUnresolved(host, port));
        }

        /** Leaves the login out. */
        @Override
        public String toString() {
            return type + " at " + (url.isEmpty() ? host + ":" + port : url);
        }
    }

    /**
     * A way of connecting.
     *
     * @param route {@code direct}, or the name of a proxy
     * @param driver empty for the type's default
     * @param tuned whether to set the driver properties that make connecting cheap
     * @param properties driver properties, which win over all others
     * @param user another login than the backend's
     * @param poolSize connections that a pool holds
     * @param poolMinIdle idle connections that a pool keeps when it has been quiet for a while; -1
     *     for all of them
     * @param poolTimeout how long a trial waits for a pooled connection
     * @param poolLifetime how long a pool keeps a connection before it opens another in its place
     * @param clients shared clients of a pooled cache lane
     * @param maxInFlight trials that may be under way at once; 0 for no limit
     */
    public record LaneProperties(
            @NotBlank String backend,
            @DefaultValue("direct") String route,
            @Pattern(regexp = "per-request|pooled") String strategy,
            @DefaultValue("") String driver,
            @DefaultValue("true") boolean tuned,
            @DefaultValue Map<String, String> properties,
            @DefaultValue("") String user,
            @DefaultValue("") String password,
            @Min(1) @DefaultValue("10") int poolSize,
            @Min(-1) @DefaultValue("-1") int poolMinIdle,
            @DefaultValue("5s") Duration poolTimeout,
            @DurationMin(seconds = 30) @DefaultValue("30m") Duration poolLifetime,
            @Min(1) @DefaultValue("1") int clients,
            @Min(0) @DefaultValue("0") int maxInFlight) {

        /** Leaves the login out. */
        @Override
        public String toString() {
            return backend + "/" + route + "/" + strategy;
        }
    }

    /**
     * Servers of connlab's own.
     *
     * @param enabled whether to start servers for backends that have no host
     */
    public record EmbeddedProperties(@DefaultValue("true") boolean enabled) {}

    /**
     * What connlab keeps to on servers that are not its own.
     *
     * @param headroom connections of a configured server's limit to leave free for others
     */
    public record LimitProperties(@Min(0) @DefaultValue("10") int headroom) {}

    /**
     * How runs are told apart and kept.
     *
     * @param directory where finished runs are kept; empty to keep them in memory only
     * @param gap quiet time that ends a run
     * @param recorded whether runs are noticed at all; without, what that costs can be measured
     */
    public record RunProperties(
            @DefaultValue("") String directory,
            @DefaultValue("1s") Duration gap,
            @DefaultValue("true") boolean recorded) {}
}
