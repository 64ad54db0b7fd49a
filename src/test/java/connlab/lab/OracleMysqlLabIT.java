package connlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The real MySQL, where one runs on this machine: {@code CONNLAB_TEST_MYSQL_PORT} names its port,
 * with user {@code lab}, password {@code lab}, and {@code root} without a password.
 */
class OracleMysqlLabIT extends SqlContract {
    OracleMysqlLabIT() {
        super("mysql");
    }

    @Override
    ServerUnderTest startServer() throws Exception {
        String port = System.getenv("CONNLAB_TEST_MYSQL_PORT");
        if (port == null || port.isBlank()) {
            abort("no real MySQL: CONNLAB_TEST_MYSQL_PORT is not set");
        }
        try (Connection root = root(port);
                Statement statement = root.createStatement();
                ResultSet pidFile = statement.executeQuery("SELECT @@pid_file")) {
            pidFile.next();
            long pid = Long.parseLong(Files.readString(Path.of(pidFile.getString(1))).strip());
            return new RestartableServer(
                    ProcessHandle.of(pid).orElseThrow(),
                    Integer.parseInt(port),
                    Map.of(
                            "host", "127.0.0.1",
                            "port", port,
                            "database", "test",
                            "user", "lab",
                            "password", "lab",
                            "create-table", true),
                    null);
        }
    }

    private static Connection root(String port) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + port + "/?sslMode=REQUIRED", "root", "");
    }

    @Override
    String maxConnections() {
        return "SELECT @@max_connections";
    }

    @Override
    String url() {
        return "jdbc:mysql://127.0.0.1:"
                + server().port()
                + "/test?sslMode=DISABLED&allowPublicKeyRetrieval=true";
    }

    @Override
    Map<String, Object> moreLanes() {
        Map<String, Object> lanes = new LinkedHashMap<>(super.moreLanes());
        lane(lanes, "no-key", "per-request");
        lanes.put("connlab.lanes.no-key.properties.allowPublicKeyRetrieval", "false");
        return lanes;
    }

    @Test
    void withoutTlsAndWithAColdAuthenticationCacheALoginNeedsTheServersKey() throws SQLException {
        try (Connection root = root(Integer.toString(server().port()));
                Statement statement = root.createStatement()) {
            statement.execute("FLUSH PRIVILEGES");
        }
        assertProblem(lab().get("/trial/no-key"), "auth-failed");
        // The default on loopback may ask for the key, and warms the cache by doing so.
        assertThat(lab().get("/trial/per-request").statusCode()).isEqualTo(200);
        assertThat(lab().get("/trial/no-key").statusCode()).isEqualTo(200);
    }

    @Test
    void itIsRecognisedAsMySql() {
        assertThat(sut().status().info().product()).isEqualTo("MySQL");
        assertThat(sut().status().info().version()).startsWith("9.");
    }
}
