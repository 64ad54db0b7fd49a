package connlab.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

class NativeMemcachedTest extends MemcachedContract {
    private static final Optional<Path> PROGRAM = SearchPath.find("memcached");

    @Override
    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        assumeTrue(PROGRAM.isPresent(), "there is no memcached on PATH");
        super.start(folder);
    }

    @Override
    EmbeddedServer create() {
        return new MemcachedServer(PROGRAM, new Ports());
    }

    @Override
    int connectionsToFindItReady() {
        return 1;
    }

    @Test
    void itsOriginIsItsProgram() {
        assertThat(server().origin()).isEqualTo(PROGRAM.orElseThrow().toString());
    }

    @Test
    void aPortThatWasTakenInBetweenIsReplacedByAnother(@TempDir Path folder) throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            int port = Ports.free();
            Iterator<Integer> ports = List.of(taken.getLocalPort(), port).iterator();
            StartedServer second =
                    new MemcachedServer(PROGRAM, new Ports(ports::next)).start(folder);
            second.stop().run();
            assertThat(second.port()).isEqualTo(port);
        }
    }
}
