package connlab.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.sql.SQLException;
import java.util.List;

class MariaDbServerIT extends SqlServerContract {
    @Override
    EmbeddedServer create(Ports ports) {
        return new MariaDbServer(ports);
    }

    @Override
    String url(StartedServer server) {
        return "jdbc:mysql://%s:%d/%s".formatted(server.host(), server.port(), server.database());
    }

    @Override
    List<String> wellKnownUsers() {
        return List.of("root", "mysql", "mariadb.sys", "anonymous", "");
    }

    @Test
    void aClientThatPrefersTlsGetsIt() throws SQLException {
        assertThat(ask("SHOW SESSION STATUS LIKE 'Ssl_cipher'")).startsWith("TLS");
    }

    @Test
    void itHoldsManyConnectionsAndCountsThem() throws SQLException {
        assertThat(ask("SELECT @@max_connections")).isEqualTo("2500");
        assertThat(Integer.parseInt(ask("SHOW GLOBAL STATUS LIKE 'Connections'"))).isPositive();
    }

    @Test
    void theLoginSeesTheProcessesAndNotTheAccounts() throws SQLException {
        assertThat(Integer.parseInt(ask("SELECT COUNT(*) FROM information_schema.processlist")))
                .isPositive();
        assertThatThrownBy(() -> ask("SELECT COUNT(*) FROM mysql.global_priv"))
                .hasMessageContaining("denied");
    }
}
