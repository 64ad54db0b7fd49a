package connlab.backend.mysql;

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

/** MySQL, MariaDB and what else speaks their protocol. */
@Component
final class MysqlBackend extends JdbcBackend {
    private final LongSupplier nanoClock;
    private final InstantSource wallClock;

    MysqlBackend(
            MetricsTrackerFactory poolMetrics, LongSupplier nanoClock, InstantSource wallClock) {
        super(List.of(new ConnectorJ(), new MariaDbDriver()), poolMetrics);
        this.nanoClock = nanoClock;
        this.wallClock = wallClock;
    }

    @Override
    public String type() {
        return "mysql";
    }

    @Override
    public int defaultPort() {
        return 3306;
    }

    @Override
    public Optional<PriceDesk> price(ServerInfo info, List<Entrance> entrances, boolean cold)
            throws TrialFailure {
        boolean caches = info.product().equals("MySQL");
        return Optional.of(new MysqlDesk(entrances, caches, cold, this::connect));
    }

    @Override
    public Probe probe(Server server) {
        return new MysqlProbe(new ConnectorJ(), server, nanoClock, wallClock);
    }
}
