package connlab.backend.postgres;

import com.zaxxer.hikari.metrics.MetricsTrackerFactory;

import connlab.backend.Entrance;
import connlab.backend.PriceDesk;
import connlab.backend.Probe;
import connlab.backend.Server;
import connlab.backend.ServerInfo;
import connlab.backend.jdbc.JdbcBackend;
import connlab.trial.TrialFailure;

import org.springframework.stereotype.Component;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** PostgreSQL. */
@Component
final class PostgresBackend extends JdbcBackend {
    private final LongSupplier nanoClock;
    private final InstantSource wallClock;

    PostgresBackend(
            MetricsTrackerFactory poolMetrics, LongSupplier nanoClock, InstantSource wallClock) {
        super(List.of(new PgJdbc()), poolMetrics);
        this.nanoClock = nanoClock;
        this.wallClock = wallClock;
    }

    @Override
    public String type() {
        return "postgres";
    }

    @Override
    public int defaultPort() {
        return 5432;
    }

    @Override
    public Optional<PriceDesk> price(ServerInfo info, List<Entrance> entrances, boolean cold)
            throws TrialFailure {
        return Optional.of(new PostgresDesk(entrances));
    }

    @Override
    public Probe probe(Server server) {
        return new PostgresProbe(new PgJdbc(), server, nanoClock, wallClock);
    }
}
