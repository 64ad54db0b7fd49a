package connlab.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.sql.SQLException;
import java.util.List;

class PostgresServerIT extends SqlServerContract {
    @Override
    EmbeddedServer create(Ports ports) {
        return new PostgresServer(ports);
    }

    @Override
    String url(StartedServer server) {
        return "jdbc:postgresql://%s:%d/%s"
                .formatted(server.host(), server.port(), server.database());
    }

    @Override
    List<String> wellKnownUsers() {
        return List.of("postgres", "root", "nobody");
    }

    @Test
    void itIsSetUpAsARealServerIs() throws SQLException {
        assertThat(ask("SHOW fsync")).isEqualTo("on");
        assertThat(ask("SHOW password_encryption")).isEqualTo("scram-sha-256");
        assertThat(ask("SHOW max_connections")).isEqualTo("500");
    }

    @Test
    void theLoginOwnsItsDatabaseAndIsNoSuperuser() throws SQLException {
        assertThat(ask("SELECT rolsuper FROM pg_roles WHERE rolname = current_user"))
                .isEqualTo("f");
        assertThat(ask("SELECT datdba::regrole FROM pg_database WHERE datname = 'test'"))
                .isEqualTo("lab");
    }
}
