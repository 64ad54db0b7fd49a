package connlab.backend.jdbc;

import connlab.backend.Probe;
import connlab.backend.Sample;
import connlab.backend.Server;
import connlab.backend.ServerInfo;
import connlab.trial.TrialFailure;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.LongSupplier;

/** A probe over one kept JDBC connection. */
public abstract class JdbcProbe implements Probe {
    private final KeptConnection kept;
    private final LongSupplier nanoClock;
    private final InstantSource wallClock;
    private long serverStart;
    private int logins;

    protected JdbcProbe(
            JdbcDriver driver, Server server, LongSupplier nanoClock, InstantSource wallClock) {
        this.kept = new KeptConnection(driver, server, Map.of());
        this.nanoClock = nanoClock;
        this.wallClock = wallClock;
    }

    /** What a server counts, before the probe's own part is taken out. */
    public record Counts(
            double open,
            double opened,
            double limit,
            double refused,
            double aborted,
            double highWater,
            long serverStart) {}

    protected abstract ServerInfo describe(Connection connection) throws SQLException;

    protected abstract Counts count(Connection connection) throws SQLException;

    /** Whether two start times, in the unit of {@link Counts#serverStart}, are the same start. */
    protected abstract boolean sameStart(long one, long other);

    @Override
    public void connect() throws TrialFailure {
        kept.open();
        logins++;
    }

    @Override
    public ServerInfo describe() throws TrialFailure {
        return kept.ask(this::describe);
    }

    @Override
    public Sample sample() throws TrialFailure {
        long asked = nanoClock.getAsLong();
        Counts counts = kept.ask(this::count);
        if (!sameStart(serverStart, counts.serverStart())) {
            serverStart = counts.serverStart();
            logins = 1;
        }
        Instant at = wallClock.instant();
        return new Sample(
                asked,
                nanoClock.getAsLong(),
                at,
                counts.open() - 1,
                counts.opened() - logins,
                counts.limit(),
                Sample.proven(counts.refused()),
                counts.aborted(),
                counts.highWater(),
                serverStart);
    }

    @Override
    public void close() {
        kept.close();
    }
}
