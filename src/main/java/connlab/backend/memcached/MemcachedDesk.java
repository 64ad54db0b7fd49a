package connlab.backend.memcached;

import connlab.backend.Entrance;
import connlab.backend.PriceDesk;
import connlab.backend.Way;
import connlab.wire.WireProtocol;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The price list of memcached: one row for each client library and protocol. There is no login, and
 * the libraries make their sockets themselves.
 */
final class MemcachedDesk implements PriceDesk {
    private final Entrance entrance;
    private final List<CacheLibrary> libraries;

    MemcachedDesk(Entrance entrance, List<CacheLibrary> libraries) {
        this.entrance = entrance;
        this.libraries = libraries;
    }

    @Override
    public List<Way> ways() {
        return libraries.stream()
                .map(
                        library ->
                                new Way(
                                        entrance,
                                        library.name(),
                                        false,
                                        false,
                                        false,
                                        "none",
                                        Map.of(),
                                        Map.of(),
                                        ""))
                .toList();
    }

    @Override
    public Optional<WireProtocol> protocol() {
        return Optional.empty();
    }

    @Override
    public void close() {}
}
