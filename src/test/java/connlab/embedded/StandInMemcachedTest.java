package connlab.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

class StandInMemcachedTest extends MemcachedContract {
    @Override
    EmbeddedServer create() {
        return new MemcachedServer(Optional.empty(), new Ports());
    }

    @Override
    int connectionsToFindItReady() {
        return 0;
    }

    @Test
    void itSaysThatItIsNotForMeasuring() {
        assertThat(server().origin()).isEqualTo("stand-in, not for measuring");
    }

    @Test
    void aConnectionBeyondTheLimitIsToldSoAndCountedAsRejectedOnly() throws IOException {
        try (StandInMemcached small = StandInMemcached.start(2);
                TextClient first = new TextClient(small.port());
                TextClient second = new TextClient(small.port());
                TextClient third = new TextClient(small.port())) {
            assertThat(second.say("get a\r\n")).isEqualTo("END\r\n");
            assertThat(third.rest()).isEqualTo("ERROR Too many open connections\r\n");
            assertThat(first.stats(""))
                    .containsEntry("curr_connections", "2")
                    .containsEntry("total_connections", "3")
                    .containsEntry("rejected_connections", "1");
        }
    }

    @Test
    void itForgetsTheLeastRecentlyUsedWhenItIsFull() {
        StandInStore store = new StandInStore(1_000, 1_000, () -> Instant.EPOCH);
        for (String key : new String[] {"a", "b", "c", "d"}) {
            store.change(key, _ -> new StandInStore.Item("x".repeat(200), 0, Long.MAX_VALUE, 0));
            assertThat(store.get("a")).isNotNull();
        }
        assertThat(store.get("b")).isNull();
        assertThat(store.get("d")).isNotNull();
    }
}
