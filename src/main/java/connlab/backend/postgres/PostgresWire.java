package connlab.backend.postgres;

import connlab.wire.Flow;
import connlab.wire.Recording;
import connlab.wire.Split;
import connlab.wire.TlsHandshake;
import connlab.wire.WireProtocol;

import java.util.OptionalLong;

/**
 * PostgreSQL's protocol 3 as far as a connect goes: requests for encryption, which are answered by
 * one byte, the start-up message, the authentication's messages, and {@code ReadyForQuery}. See
 * "Message Flow" and "Message Formats" in the PostgreSQL manual, 54.2 and 54.7.
 *
 * <p>Statements are the client's {@code Query} and {@code Parse} messages: the server has no cheap
 * counter of its own for them.
 */
final class PostgresWire implements WireProtocol {
    private static final int TLS_REQUEST = 80877103;
    private static final int GSS_REQUEST = 80877104;
    private static final int REQUEST_LENGTH = 8;

    /** A type in one byte and a length in four, which counts itself. */
    private static final int HEADER = 5;

    @Override
    public Split split(Recording recording, long usableNanos) {
        Flow sent = recording.sent();
        Flow received = recording.received();
        int requests = 0;
        while (isRequest(sent, requests * REQUEST_LENGTH)) {
            if (requests < received.size() && received.at(requests) == 'S') {
                int end = (requests + 1) * REQUEST_LENGTH;
                return Split.hidden(
                        sent.nanos(end - 1), TlsHandshake.end(sent, end, received, requests + 1));
            }
            requests++;
        }
        return open(sent, requests * REQUEST_LENGTH, received, requests, usableNanos);
    }

    private static boolean isRequest(Flow sent, int at) {
        if (at + REQUEST_LENGTH > sent.size() || sent.bigEndian(at, 4) != REQUEST_LENGTH) {
            return false;
        }
        int code = sent.bigEndian(at + 4, 4);
        return code == TLS_REQUEST || code == GSS_REQUEST;
    }

    private static Split open(
            Flow sent, int startup, Flow received, int firstMessage, long usableNanos) {
        String authentication = "";
        int at = firstMessage;
        while (at + HEADER <= received.size()) {
            int end = at + 1 + received.bigEndian(at + 1, 4);
            if (end > received.size()) {
                break;
            }
            if (received.at(at) == 'R' && authentication.isEmpty()) {
                authentication = authentication(received.bigEndian(at + HEADER, 4));
            }
            if (received.at(at) == 'Z') {
                int statements = statements(sent, startup, usableNanos);
                return Split.open(
                        OptionalLong.of(received.nanos(end - 1)), statements, authentication);
            }
            at = end;
        }
        return Split.open(OptionalLong.empty(), 0, authentication);
    }

    /** By the first code that the server sends, as pg_hba.conf names it. */
    private static String authentication(int code) {
        return switch (code) {
            case 0 -> "trust";
            case 3 -> "password";
            case 5 -> "md5";
            case 10 -> "scram-sha-256";
            default -> "method " + code;
        };
    }

    private static int statements(Flow sent, int startup, long usableNanos) {
        if (startup + 4 > sent.size()) {
            return 0;
        }
        int statements = 0;
        int at = startup + sent.bigEndian(startup, 4);
        while (at + HEADER <= sent.size()) {
            int end = at + 1 + sent.bigEndian(at + 1, 4);
            if (end > sent.size() || sent.nanos(end - 1) - usableNanos > 0) {
                break;
            }
            statements += sent.at(at) == 'Q' || sent.at(at) == 'P' ? 1 : 0;
            at = end;
        }
        return statements;
    }
}
