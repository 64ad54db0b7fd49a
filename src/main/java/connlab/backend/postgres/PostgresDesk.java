package connlab.backend.postgres;

import connlab.backend.Entrance;
import connlab.backend.Server;
import connlab.backend.Way;
import connlab.backend.jdbc.JdbcDesk;
import connlab.backend.jdbc.JdbcDriver;
import connlab.trial.TrialFailure;
import connlab.wire.WireProtocol;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The price list of PostgreSQL: the driver as it comes and tuned, under each login, without and
 * with TLS.
 *
 * <p>On an embedded server it makes two roles, one that needs no password and one whose stored hash
 * is md5 (a role with a SCRAM hash would do SCRAM under {@code md5} too). On any other server it
 * takes the logins that are configured.
 */
final class PostgresDesk extends JdbcDesk {
    private static final String TRUST = "connlab_price_trust";
    private static final String MD5 = "connlab_price_md5";
    private static final String NO_ROLE =
            "no configured login does this, and connlab makes roles on its embedded server only:"
                    + " add a lane with such a user";

    private final List<Entrance> entrances;
    private final boolean embedded;
    private final JdbcDriver driver = new PgJdbc();

    PostgresDesk(List<Entrance> configured) throws TrialFailure {
        super(new PgJdbc(), configured.getFirst().server());
        entrances = new ArrayList<>(configured);
        Server server = configured.getFirst().server();
        embedded = server.embedded();
        if (embedded) {
            makeRoles(server);
        }
    }

    private void makeRoles(Server server) throws TrialFailure {
        byte[] random = new byte[16];
        ThreadLocalRandom.current().nextBytes(random);
        String password = HexFormat.of().formatHex(random);
        try {
            dropRoles();
            execute(
                    List.of(
                            "CREATE ROLE " + TRUST + " LOGIN IN ROLE connlab_trust",
                            "SET password_encryption = 'md5'",
                            "CREATE ROLE "
                                    + MD5
                                    + " LOGIN PASSWORD '"
                                    + password
                                    + "' IN ROLE connlab_md5",
                            "RESET password_encryption",
                            "GRANT SELECT ON table1 TO " + TRUST + ", " + MD5));
        } catch (TrialFailure e) {
            close();
            throw e;
        }
        entrances.add(new Entrance("direct", server.login(TRUST, "")));
        entrances.add(new Entrance("direct", server.login(MD5, password)));
    }

    private void dropRoles() throws TrialFailure {
        execute(
                List.of(
                        """
                        DO $$
                        DECLARE role text;
                        BEGIN
                          FOR role IN SELECT rolname FROM pg_roles
                              WHERE rolname IN ('%s', '%s') LOOP
                            EXECUTE format('REVOKE ALL ON table1 FROM %%I', role);
                            EXECUTE format('DROP ROLE %%I', role);
                          END LOOP;
                        END $$\
                        """
                                .formatted(TRUST, MD5)));
    }

    @Override
    public List<Way> ways() {
        List<Way> ways = new ArrayList<>();
        for (Entrance entrance : entrances) {
            for (boolean tls : List.of(false, true)) {
                ways.add(driver.way(entrance, false, tls));
                ways.add(driver.way(entrance, true, tls));
            }
        }
        if (!embedded) {
            for (String method : List.of("trust", "md5", "scram-sha-256")) {
                ways.add(driver.way(entrances.getFirst(), true, false).as(method).without(NO_ROLE));
            }
        }
        return ways;
    }

    @Override
    public Optional<WireProtocol> protocol() {
        return Optional.of(new PostgresWire());
    }

    @Override
    public boolean oneProcess() {
        return false;
    }

    @Override
    public void close() {
        try {
            if (embedded) {
                dropRoles();
            }
        } catch (TrialFailure _) {
            // The server is gone, and its roles with it: it is an embedded one.
        } finally {
            super.close();
        }
    }
}
