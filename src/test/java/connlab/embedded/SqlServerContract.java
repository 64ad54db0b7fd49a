package connlab.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Iterator;
import java.util.List;
import java.util.Properties;

/** What every embedded SQL server keeps to. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SqlServerContract {
    private StartedServer server;

    abstract EmbeddedServer create(Ports ports);

    abstract String url(StartedServer server);

    /** Accounts that such servers often have and that must not get in without a password. */
    abstract List<String> wellKnownUsers();

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        server = create(new Ports()).start(folder);
    }

    @AfterAll
    void itsProcessIsGoneAfterStop() {
        server.stop().run();
        assertThat(server.pids()).isNotEmpty().noneMatch(ProcessHandle::isAlive);
        server.stop().run();
    }

    @Test
    void theGivenLoginSeesTable1() throws SQLException {
        assertThat(ask("SELECT name FROM table1 WHERE id = 1")).isEqualTo("one");
        assertThat(ask("SELECT COUNT(*) FROM table1")).isEqualTo("5");
    }

    @Test
    void aWrongPasswordIsRefused() {
        assertThatThrownBy(() -> logIn(server.user(), "wrong"))
                .isInstanceOf(SQLException.class)
                .hasMessageMatching("(?s).*(Access denied|password authentication failed).*");
    }

    @Test
    void nobodyGetsInWithoutAPassword() {
        for (String user : wellKnownUsers()) {
            assertThatThrownBy(() -> logIn(user, "")).as(user).isInstanceOf(SQLException.class);
        }
        assertThatThrownBy(() -> logIn(server.user(), "")).isInstanceOf(SQLException.class);
    }

    @Test
    void eachServerHasAPasswordOfItsOwnThatNothingShows() {
        assertThat(server.password()).hasSizeGreaterThan(20);
        assertThat(server).asString().doesNotContain(server.password());
        assertThat(ProcessHandle.allProcesses().map(p -> p.info().commandLine().orElse("")))
                .noneMatch(line -> line.contains(server.password()));
    }

    @Test
    void itListensOnOneLoopbackAddressOnly() {
        assertThat(server.host()).isEqualTo("127.0.0.1");
        for (String other : List.of("127.0.0.2", "::1")) {
            assertThatThrownBy(() -> connect(other, server.port()))
                    .as(other)
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void aPortThatWasTakenInBetweenIsReplacedByAnother(@TempDir Path other) throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            int port = Ports.free();
            Iterator<Integer> ports = List.of(taken.getLocalPort(), port).iterator();
            StartedServer second = create(new Ports(ports::next)).start(other);
            try {
                assertThat(second.port()).isEqualTo(port);
            } finally {
                second.stop().run();
            }
        }
    }

    final StartedServer server() {
        return server;
    }

    final String ask(String sql) throws SQLException {
        try (Connection connection = logIn(server.user(), server.password());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(row.getMetaData().getColumnCount());
        }
    }

    final Connection logIn(String user, String password) throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", user);
        login.setProperty("password", password);
        return TestTable.connect(url(server), login);
    }

    private static void connect(String address, int port) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral(address), port), 1000);
        }
    }
}
