package connlab.backend.mysql;

import connlab.wire.Flow;
import connlab.wire.Recording;
import connlab.wire.Split;
import connlab.wire.TlsHandshake;
import connlab.wire.WireProtocol;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * MySQL's client/server protocol as far as a connect goes: the server greets, the client asks for
 * TLS or logs in, the server may ask back and says OK, then commands follow. See "Connection Phase"
 * and "Command Phase" in the MySQL Internals Manual; MariaDB speaks the same.
 */
final class MysqlWire implements WireProtocol {
    /** Length in 3 bytes, then a sequence number. */
    private static final int HEADER = 4;

    /** A login that stops after the flags, packet size and character set. */
    private static final int TLS_REQUEST_LENGTH = 32;

    private static final int CLIENT_SSL = 0x800;
    private static final int OK = 0x00;
    private static final int AUTH_SWITCH = 0xfe;
    private static final int COM_QUIT = 0x01;

    /** A packet's payload, from its first byte to the one after its last. */
    private record Packet(Flow flow, int begin, int end) {
        int sequence() {
            return flow.at(begin - 1);
        }

        int first() {
            return begin == end ? -1 : flow.at(begin);
        }

        long nanos() {
            return flow.nanos(end - 1);
        }

        boolean asksForTls() {
            return end - begin == TLS_REQUEST_LENGTH
                    && (flow.littleEndian(begin, 2) & CLIENT_SSL) != 0;
        }
    }

    @Override
    public Split split(Recording recording, long usableNanos) {
        List<Packet> client = packets(recording.sent());
        List<Packet> server = packets(recording.received());
        if (client.isEmpty() || server.isEmpty()) {
            return Split.open(OptionalLong.empty(), 0, "");
        }
        Packet login = client.getFirst();
        Packet greeting = server.getFirst();
        if (login.asksForTls()) {
            OptionalLong ended =
                    TlsHandshake.end(login.flow(), login.end(), greeting.flow(), greeting.end());
            return Split.hidden(login.nanos(), ended);
        }
        return open(client, server, usableNanos);
    }

    private static Split open(List<Packet> client, List<Packet> server, long usableNanos) {
        String plugin = defaultPlugin(server.getFirst());
        for (Packet packet : server.subList(1, server.size())) {
            if (packet.first() == OK) {
                int commands = commands(client, packet.nanos(), usableNanos);
                return Split.open(OptionalLong.of(packet.nanos()), commands, plugin);
            }
            if (packet.first() == AUTH_SWITCH) {
                plugin = packet.flow().text(packet.begin() + 1, packet.end());
            }
        }
        return Split.open(OptionalLong.empty(), 0, plugin);
    }

    /** What a client begins has the sequence number 0. */
    private static int commands(List<Packet> client, long fromNanos, long untilNanos) {
        return (int)
                client.stream()
                        .filter(packet -> packet.sequence() == 0 && packet.first() != COM_QUIT)
                        .filter(packet -> packet.nanos() - fromNanos > 0)
                        .filter(packet -> packet.nanos() - untilNanos < 0)
                        .count();
    }

    /** The zero-terminated text at the greeting's end. */
    private static String defaultPlugin(Packet greeting) {
        Flow flow = greeting.flow();
        int begin = greeting.end() - 1;
        while (begin > greeting.begin() && flow.at(begin - 1) != 0) {
            begin--;
        }
        return flow.text(begin, greeting.end());
    }

    private static List<Packet> packets(Flow flow) {
        List<Packet> packets = new ArrayList<>();
        int at = 0;
        while (at + HEADER <= flow.size()) {
            int end = at + HEADER + flow.littleEndian(at, 3);
            if (end > flow.size()) {
                break;
            }
            packets.add(new Packet(flow, at + HEADER, end));
            at = end;
        }
        return packets;
    }
}
