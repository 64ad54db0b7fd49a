package connlab.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Finds the end of a TLS handshake among the records, whose types are not encrypted (RFC 8446, 5.1;
 * RFC 5246, 6.2.1).
 *
 * <p>In TLS 1.3 it ends, for a client without a certificate, with its first record of application
 * data, which holds {@code Finished}. In TLS 1.2 each side's {@code Finished} is the handshake
 * record right after its {@code ChangeCipherSpec}, and the later one ends it.
 */
public final class TlsHandshake {
    private static final int HEADER = 5;
    private static final int CHANGE_CIPHER_SPEC = 20;
    private static final int HANDSHAKE = 22;
    private static final int APPLICATION_DATA = 23;

    private TlsHandshake() {}

    private record Message(int type, long nanos) {}

    /** When the handshake that begins at these offsets ended; empty if it did not. */
    public static OptionalLong end(Flow sent, int sentFrom, Flow received, int receivedFrom) {
        List<Message> ours = records(sent, sentFrom);
        OptionalLong serverFinished = finished(records(received, receivedFrom));
        if (serverFinished.isEmpty()) {
            return ours.stream()
                    .filter(message -> message.type() == APPLICATION_DATA)
                    .mapToLong(Message::nanos)
                    .findFirst();
        }
        OptionalLong clientFinished = finished(ours);
        return clientFinished.isEmpty()
                ? clientFinished
                : OptionalLong.of(later(clientFinished.getAsLong(), serverFinished.getAsLong()));
    }

    /**
     * The record with TLS 1.2's {@code Finished}; in 1.3 no handshake record is in the open then.
     */
    private static OptionalLong finished(List<Message> messages) {
        for (int i = 1; i < messages.size(); i++) {
            if (messages.get(i - 1).type() == CHANGE_CIPHER_SPEC
                    && messages.get(i).type() == HANDSHAKE) {
                return OptionalLong.of(messages.get(i).nanos());
            }
        }
        return OptionalLong.empty();
    }

    private static long later(long one, long other) {
        return one - other > 0 ? one : other;
    }

    private static List<Message> records(Flow flow, int from) {
        List<Message> messages = new ArrayList<>();
        int at = from;
        while (at + HEADER <= flow.size()) {
            int end = at + HEADER + flow.bigEndian(at + 3, 2);
            if (end > flow.size()) {
                break;
            }
            messages.add(new Message(flow.at(at), flow.nanos(end - 1)));
            at = end;
        }
        return messages;
    }
}
