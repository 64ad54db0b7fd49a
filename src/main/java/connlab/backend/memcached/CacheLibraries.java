package connlab.backend.memcached;

import org.springframework.stereotype.Component;

import java.util.ArrayList;
import java.util.List;

/** The client libraries; first the default. */
@Component
public final class CacheLibraries {
    private final List<CacheLibrary> natives =
            List.of(
                    new Spymemcached(Protocol.TEXT),
                    new Spymemcached(Protocol.BINARY),
                    new Xmemcached(Protocol.TEXT),
                    new Xmemcached(Protocol.BINARY),
                    new Folsom(Protocol.TEXT),
                    new Folsom(Protocol.BINARY));
    private final List<CacheLibrary> all;

    CacheLibraries() {
        List<CacheLibrary> libraries = new ArrayList<>(natives);
        libraries.add(new MemcHttp());
        all = List.copyOf(libraries);
    }

    List<CacheLibrary> all() {
        return all;
    }

    /** Those that speak to memcached itself. */
    public List<CacheLibrary> natives() {
        return natives;
    }
}
