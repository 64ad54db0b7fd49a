package connlab.backend;

import connlab.trial.FailureClass;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Locale;
import java.util.Optional;

import javax.net.ssl.SSLException;

/** What the network did, read from the exceptions of {@code java.net} however deep they lie. */
public final class NetworkFailures {
    private static final int LONGEST = 300;

    private NetworkFailures() {}

    /**
     * The class of the first network exception in the chain of causes, or empty if none is there.
     */
    public static Optional<FailureClass> classify(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            Optional<FailureClass> kind = classifyOne(cause);
            if (kind.isPresent()) {
                return kind;
            }
        }
        return Optional.empty();
    }

    private static Optional<FailureClass> classifyOne(Throwable e) {
        String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        // EADDRNOTAVAIL reaches Java under several types, always with the C library's text.
        if (e instanceof SocketException && message.contains("assign requested address")) {
            return Optional.of(FailureClass.PORTS_EXHAUSTED);
        }
        return switch (e) {
            case SocketTimeoutException _ -> Optional.of(FailureClass.TIMEOUT);
            case ConnectException _ when message.contains("timed out") ->
                    Optional.of(FailureClass.TIMEOUT);
            case ConnectException _,
                    NoRouteToHostException _,
                    UnknownHostException _,
                    UnresolvedAddressException _ ->
                    Optional.of(FailureClass.CONNECT_REFUSED);
            case SSLException _ -> Optional.of(FailureClass.AUTH_FAILED);
            case EOFException _, SocketException _, ClosedChannelException _ ->
                    Optional.of(FailureClass.SERVER_GONE);
            case IOException _
                    when message.contains("connection reset") || message.contains("broken pipe") ->
                    Optional.of(FailureClass.SERVER_GONE);
            default -> Optional.empty();
        };
    }

    /** The innermost cause. */
    public static Throwable rootOf(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    /** An exception's message as one line of bounded length, or its type if it has none. */
    public static String oneLine(Throwable e) {
        String message = e.getMessage();
        String text =
                message == null || message.isBlank()
                        ? e.getClass().getSimpleName()
                        : message.strip().replaceAll("\\s+", " ");
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
