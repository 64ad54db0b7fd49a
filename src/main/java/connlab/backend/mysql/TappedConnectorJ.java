package connlab.backend.mysql;

import com.mysql.cj.conf.PropertySet;
import com.mysql.cj.protocol.StandardSocketFactory;

import connlab.wire.Tap;

import java.net.Socket;

/** The driver's own sockets, tapped. It makes them by the name of this class. */
public final class TappedConnectorJ extends StandardSocketFactory {
    @Override
    protected Socket createSocket(PropertySet properties) {
        return Tap.socket();
    }
}
