package connlab.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

class EmbeddedServersIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir private Path logs;
    private final EmbeddedServers servers = new EmbeddedServers(ChildInstance.servers());
    private final List<ChildInstance> children = new ArrayList<>();

    @AfterEach
    void endAll() throws Exception {
        servers.close();
        for (ChildInstance child : children) {
            child.process().destroy();
            child.process().waitFor(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void allStartInParallelAndNothingIsLeftAfterClose() throws IOException {
        List<StartedServer> started =
                Stream.of("mysql", "postgres", "memcached")
                        .map(type -> CompletableFuture.supplyAsync(() -> start(servers, type)))
                        .toList()
                        .stream()
                        .map(CompletableFuture::join)
                        .toList();
        assertThat(started).allMatch(EmbeddedServersIT::takesConnections);
        List<Path> folders = own();
        assertThat(folders).hasSize(1);
        servers.close();
        assertThat(started).noneMatch(EmbeddedServersIT::takesConnections);
        assertThat(started.stream().flatMap(server -> server.pids().stream()))
                .noneMatch(ProcessHandle::isAlive);
        assertThat(folders).noneMatch(Files::exists);
        assertThatThrownBy(() -> servers.start("mysql")).hasMessageContaining("shutting down");
    }

    @Test
    void aServerThatCannotStartLeavesTheOthersAlone() throws IOException {
        EmbeddedServer broken = new Broken();
        try (EmbeddedServers some = new EmbeddedServers(List.of(broken, new MemcachedServer()))) {
            StartedServer memcached = some.start("memcached");
            assertThatThrownBy(() -> some.start("broken")).hasMessage("not on this system");
            assertThat(takesConnections(memcached)).isTrue();
            assertThatThrownBy(() -> some.start("redis"))
                    .hasMessageContaining("[broken, memcached]");
            assertThat(some.supports("memcached")).isTrue();
            assertThat(some.supports("redis")).isFalse();
        }
    }

    @Test
    void closingWhileServersStartLeavesNothing() throws Exception {
        CompletableFuture<StartedServer> starting =
                CompletableFuture.supplyAsync(() -> start(servers, "mysql"));
        await().until(() -> !own().isEmpty());
        Thread.sleep(700);
        servers.close();
        assertThatThrownBy(starting::join).isInstanceOf(CompletionException.class);
        assertThat(own()).isEmpty();
    }

    @Test
    void whatAKilledInstanceLeftIsReapedAndALiveOneIsLeftAlone() throws Exception {
        ChildInstance killed = child();
        ChildInstance live = child();
        awaitReady(killed);
        awaitReady(live);
        List<ProcessHandle> left = killed.children();
        assertThat(left).hasSize(3).allMatch(ProcessHandle::isAlive);
        List<Path> folders = killed.folders();
        kill(killed);
        assertThat(folders).isNotEmpty().allMatch(Files::exists);

        servers.start("memcached");

        await().atMost(PATIENCE).until(() -> folders.stream().noneMatch(Files::exists));
        assertThat(left).noneMatch(ProcessHandle::isAlive);
        assertThat(live.children()).hasSize(3).allMatch(ProcessHandle::isAlive);
        assertThat(live.folders()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 500, 1_500, 3_000})
    void aKillAtAnyMomentOfTheStartIsCleanedUp(int millis) throws Exception {
        ChildInstance killed = child();
        await().atMost(PATIENCE).until(() -> !killed.folders().isEmpty());
        Thread.sleep(millis);
        kill(killed);
        Path folder = killed.folders().getFirst();

        servers.start("memcached");

        await().atMost(PATIENCE).until(() -> !Files.exists(folder));
        await().until(() -> ProcessHandle.allProcesses().noneMatch(p -> isOf(folder, p)));
    }

    @Test
    void anInstanceThatIsToldToEndLeavesNothing() throws Exception {
        ChildInstance child = child();
        awaitReady(child);
        List<ProcessHandle> servers = child.children();
        child.process().destroy();
        assertThat(child.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(servers).hasSize(3).noneMatch(ProcessHandle::isAlive);
        assertThat(child.folders()).isEmpty();
        assertThat(child.output().strip()).isEqualTo("ready");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 300, 1_000, 2_500})
    void anInstanceThatIsToldToEndWhileItStartsLeavesNothing(int millis) throws Exception {
        ChildInstance child = child();
        await().atMost(PATIENCE).until(() -> !child.folders().isEmpty());
        Thread.sleep(millis);
        child.process().destroy();
        assertThat(child.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(child.folders()).isEmpty();
        assertThat(child.output()).doesNotContain("Exception");
    }

    private ChildInstance child() throws IOException {
        ChildInstance child = ChildInstance.start(logs.resolve("child-" + children.size()));
        children.add(child);
        return child;
    }

    private static void awaitReady(ChildInstance child) {
        await().atMost(PATIENCE).until(() -> child.output().contains("ready"));
    }

    private static void kill(ChildInstance child) throws InterruptedException {
        child.process().destroyForcibly();
        assertThat(child.process().waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    private static List<Path> own() throws IOException {
        String pid = "-" + ProcessHandle.current().pid() + "-";
        Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toRealPath();
        try (Stream<Path> files = Files.list(temporary)) {
            return files.filter(
                            file ->
                                    file.getFileName()
                                            .toString()
                                            .matches("connlab-.*" + pid + ".*"))
                    .toList();
        }
    }

    private static boolean isOf(Path folder, ProcessHandle process) {
        return process.info().command().orElse("").startsWith(folder.toString());
    }

    private static StartedServer start(EmbeddedServers servers, String type) {
        try {
            return servers.start(type);
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    private static boolean takesConnections(StartedServer server) {
        try (Socket socket = new Socket(InetAddress.ofLiteral(server.host()), server.port())) {
            return socket.isConnected();
        } catch (IOException _) {
            return false;
        }
    }

    private static final class Broken implements EmbeddedServer {
        @Override
        public String type() {
            return "broken";
        }

        @Override
        public StartedServer start(Path folder) throws IOException {
            throw new IOException("not on this system");
        }
    }
}
