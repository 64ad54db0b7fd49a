package connlab.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the native memcached does, and the stand-in does alike. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MemcachedContract {
    private StartedServer server;

    abstract EmbeddedServer create();

    abstract int connectionsToFindItReady();

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        server = create().start(folder);
    }

    @AfterAll
    void nobodyListensAfterStop() {
        if (server != null) {
            server.stop().run();
            assertThat(server.pids()).noneMatch(ProcessHandle::isAlive);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    foo⏎                                  | ERROR⏎
                    ⏎                                     | ERROR⏎
                    GET a⏎                                | ERROR⏎
                    get⏎                                  | ERROR⏎
                    get nothing  at all⏎                  | END⏎
                    set a 0 0⏎                            | ERROR⏎
                    set a x 0 3⏎abc⏎                      | CLIENT_ERROR bad command line format⏎ERROR⏎
                    set a -1 0 3⏎abc⏎                     | CLIENT_ERROR bad command line format⏎ERROR⏎
                    set a 0 x 1⏎x⏎                        | CLIENT_ERROR bad command line format⏎ERROR⏎
                    set a 0 0 -1⏎                         | CLIENT_ERROR bad command line format⏎
                    set a 0 0 3⏎abcde⏎                    | CLIENT_ERROR bad data chunk⏎ERROR⏎
                    set a 7 0 3⏎abc⏎get a⏎                | STORED⏎VALUE a 7 3⏎abc⏎END⏎
                    set a 0 0 3 noreply⏎abd⏎get a a⏎      | VALUE a 0 3⏎abd⏎VALUE a 0 3⏎abd⏎END⏎
                    set a 0 0 0⏎⏎get a⏎                   | STORED⏎VALUE a 0 0⏎⏎END⏎
                    set a 0 -1 1⏎x⏎get a⏎                 | STORED⏎END⏎
                    set a 0 0 1⏎x⏎add a 0 0 1⏎y⏎          | STORED⏎NOT_STORED⏎
                    replace new 0 0 1⏎y⏎get new⏎          | NOT_STORED⏎END⏎
                    add n2 0 0 1⏎y⏎delete n2⏎delete n2⏎   | STORED⏎DELETED⏎NOT_FOUND⏎
                    delete⏎delete a 1 2 3⏎                | ERROR⏎ERROR⏎
                    delete a 5⏎                           | CLIENT_ERROR bad command line format.  Usage: delete <key> [noreply]⏎
                    set a 0 0 1⏎x⏎cas a 0 0 1 1⏎z⏎        | STORED⏎EXISTS⏎
                    cas none 0 0 1 1⏎z⏎                   | NOT_FOUND⏎
                    set n 0 0 2⏎10⏎incr n 5⏎decr n 100⏎get n⏎ | STORED⏎15⏎0⏎VALUE n 0 2⏎0 ⏎END⏎
                    incr none 1⏎incr none⏎                | NOT_FOUND⏎ERROR⏎
                    set s 0 0 1⏎x⏎incr s 1⏎               | STORED⏎CLIENT_ERROR cannot increment or decrement non-numeric value⏎
                    set s 0 0 1⏎1⏎incr s x⏎               | STORED⏎CLIENT_ERROR invalid numeric delta argument⏎
                    touch s⏎touch none 1⏎touch s x⏎       | ERROR⏎NOT_FOUND⏎CLIENT_ERROR invalid exptime argument⏎
                    set t 0 0 1⏎x⏎touch t 100⏎touch t -1⏎get t⏎ | STORED⏎TOUCHED⏎TOUCHED⏎END⏎
                    verbosity⏎verbosity 1⏎verbosity x⏎    | ERROR⏎OK⏎CLIENT_ERROR bad command line format⏎
                    set f 0 0 1⏎x⏎flush_all⏎get f⏎        | STORED⏎OK⏎END⏎
                    flush_all noreply⏎flush_all 0⏎flush_all x⏎ | OK⏎CLIENT_ERROR invalid exptime argument⏎
                    stats nonsense⏎                       | ERROR⏎
                    """)
    void answers(String request, String answer) throws IOException {
        try (TextClient client = client()) {
            assertThat(client.say(lines(request))).isEqualTo(lines(answer));
        }
    }

    @Test
    void aKeyOfMoreThan250CharactersIsRefused() throws IOException {
        String key = "k".repeat(250);
        try (TextClient client = client()) {
            assertThat(client.say("set " + key + " 0 0 1\r\nx\r\n")).isEqualTo("STORED\r\n");
            assertThat(client.say("get " + key + "k\r\n"))
                    .isEqualTo("CLIENT_ERROR bad command line format\r\n");
        }
    }

    @Test
    void aValueOfAMebibyteIsTooLargeAndSwallowed() throws IOException {
        try (TextClient client = client()) {
            client.say("set big 0 0 1\r\nx\r\n");
            assertThat(
                            client.say(
                                    "set big 0 0 1048576\r\n"
                                            + "x".repeat(1 << 20)
                                            + "\r\nget big\r\n"))
                    .isEqualTo("SERVER_ERROR object too large for cache\r\nEND\r\n");
            assertThat(client.say("set big 0 0 1000000\r\n" + "x".repeat(1_000_000) + "\r\n"))
                    .isEqualTo("STORED\r\n");
        }
    }

    @Test
    void aPipelinedBatchIsAnsweredInOrder() throws IOException {
        StringBuilder batch = new StringBuilder();
        StringBuilder answers = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            batch.append("set p%d 0 0 4\r\n%04d\r\nget p%d\r\n".formatted(i, i, i));
            answers.append("STORED\r\nVALUE p%d 0 4\r\n%04d\r\nEND\r\n".formatted(i, i));
        }
        try (TextClient client = client()) {
            assertThat(client.say(batch.toString())).isEqualTo(answers.toString());
        }
    }

    @Test
    void quitClosesTheConnection() throws IOException {
        try (TextClient client = client()) {
            assertThat(client.say("quit\r\n")).isEqualTo("<closed>");
        }
    }

    @Test
    void theConnectionThatAsksIsCountedAndTheListenerIsNot() throws IOException {
        try (TextClient asking = client()) {
            await().until(() -> asking.stats("").get("curr_connections").equals("1"));
            long before = Long.parseLong(asking.stats("").get("total_connections"));
            List<TextClient> others = new ArrayList<>();
            for (int i = 0; i < 7; i++) {
                others.add(client());
            }
            await().until(() -> asking.stats("").get("curr_connections").equals("8"));
            for (TextClient other : others) {
                other.close();
            }
            await().until(() -> asking.stats("").get("curr_connections").equals("1"));
            assertThat(asking.stats(""))
                    .containsEntry("total_connections", Long.toString(before + 7))
                    .containsEntry("rejected_connections", "0")
                    .containsEntry("max_connections", "10240")
                    .containsKeys("pid", "uptime", "time", "version", "curr_items", "evictions");
        }
    }

    @Test
    void itsSettingsSayHowLargeAnItemMayBe() throws IOException {
        try (TextClient client = client()) {
            Map<String, String> settings = client.stats("settings");
            assertThat(settings)
                    .containsEntry("item_size_max", "1048576")
                    .containsEntry("maxconns", "10240")
                    .containsEntry("inter", "127.0.0.1");
        }
    }

    @Test
    void aNewServerCountsItsListenerAsTheFirstConnectionEver(@TempDir Path other)
            throws IOException {
        StartedServer fresh = create().start(other);
        try (TextClient first = new TextClient(fresh.port())) {
            int expected = 1 + connectionsToFindItReady() + 1;
            assertThat(first.stats(""))
                    .containsEntry("total_connections", Integer.toString(expected));
        } finally {
            fresh.stop().run();
        }
    }

    final StartedServer server() {
        return server;
    }

    final TextClient client() throws IOException {
        return new TextClient(server.port());
    }

    private static String lines(String text) {
        return text.replace("⏎", "\r\n");
    }
}
