package connlab.backend.memcached;

import connlab.backend.NetworkFailures;
import connlab.backend.Probe;
import connlab.backend.Sample;
import connlab.backend.Server;
import connlab.backend.ServerInfo;
import connlab.trial.FailureClass;
import connlab.trial.TrialFailure;

import org.jspecify.annotations.Nullable;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Reads {@code stats} over the text protocol.
 *
 * <p>{@code curr_connections} counts the clients, this probe among them; {@code total_connections}
 * counts the listening sockets too, once, at start. {@code rejected_connections} is the refused
 * ones.
 */
final class MemcachedProbe implements Probe {
    /** {@code uptime} has whole seconds and a clock that is read now and then. */
    private static final long START_JITTER_SECONDS = 2;

    private final Server server;
    private final LongSupplier nanoClock;
    private final InstantSource wallClock;
    private @Nullable Socket socket;
    private @Nullable BufferedReader reader;
    private long serverStart;
    private int logins;

    MemcachedProbe(Server server, LongSupplier nanoClock, InstantSource wallClock) {
        this.server = server;
        this.nanoClock = nanoClock;
        this.wallClock = wallClock;
    }

    @Override
    public void connect() throws TrialFailure {
        close();
        try {
            Socket opened = new Socket();
            socket = opened;
            opened.connect(
                    new InetSocketAddress(server.host(), server.port()),
                    (int) server.connectTimeout().toMillis());
            opened.setSoTimeout((int) server.readTimeout().toMillis());
            opened.setTcpNoDelay(true);
            reader =
                    new BufferedReader(
                            new InputStreamReader(
                                    opened.getInputStream(), StandardCharsets.US_ASCII));
            logins++;
        } catch (IOException e) {
            throw failure(e);
        }
    }

    @Override
    public ServerInfo describe() throws TrialFailure {
        try {
            Map<String, String> stats = ask("stats");
            Map<String, String> settings = ask("stats settings");
            Map<String, String> facts = new LinkedHashMap<>();
            for (String name :
                    new String[] {"item_size_max", "maxconns", "maxbytes", "tcp_backlog"}) {
                if (settings.containsKey(name)) {
                    facts.put(name, settings.get(name));
                }
            }
            return new ServerInfo("memcached", stats.getOrDefault("version", ""), facts);
        } catch (IOException e) {
            throw failure(e);
        }
    }

    @Override
    public Sample sample() throws TrialFailure {
        long asked = nanoClock.getAsLong();
        Map<String, String> stats;
        try {
            stats = ask("stats");
        } catch (IOException e) {
            throw failure(e);
        }
        long start = (long) (number(stats, "time") - number(stats, "uptime"));
        if (Math.abs(start - serverStart) > START_JITTER_SECONDS) {
            serverStart = start;
            logins = 1;
        }
        return new Sample(
                asked,
                nanoClock.getAsLong(),
                wallClock.instant(),
                number(stats, "curr_connections") - 1,
                number(stats, "total_connections") - logins,
                number(stats, "max_connections"),
                Sample.proven(number(stats, "rejected_connections")),
                Double.NaN,
                Double.NaN,
                serverStart);
    }

    private Map<String, String> ask(String command) throws IOException {
        if (socket == null || reader == null) {
            throw new EOFException("the probe is not connected");
        }
        socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
        Map<String, String> answer = new HashMap<>();
        for (String line = reader.readLine(); ; line = reader.readLine()) {
            if (line == null) {
                throw new EOFException("memcached closed the connection");
            }
            if (line.equals("END")) {
                return answer;
            }
            String[] words = line.split(" ", 3);
            if (words.length == 3 && words[0].equals("STAT")) {
                answer.put(words[1], words[2]);
            } else {
                throw new IOException("not a memcached: it answered " + line);
            }
        }
    }

    private static double number(Map<String, String> stats, String name) {
        String value = stats.get(name);
        return value == null ? Double.NaN : Double.parseDouble(value);
    }

    private TrialFailure failure(IOException e) {
        FailureClass kind = NetworkFailures.classify(e).orElse(FailureClass.WRONG_ANSWER);
        return new TrialFailure(kind, server.address() + ": " + NetworkFailures.oneLine(e), e);
    }

    @Override
    public void close() {
        if (socket != null) {
            try {
                socket.close();
            } catch (IOException _) {
                // It is given up in any case.
            }
            socket = null;
            reader = null;
        }
    }
}
