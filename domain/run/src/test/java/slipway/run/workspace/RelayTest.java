package slipway.run.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.run.engine.LocalCommand;
import slipway.testkit.Await;

/** With the relay's own program, and an app that listens on a real socket. */
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("process")
class RelayTest {

    private static final int PATIENCE = 60_000;

    @TempDir private Path folder;

    private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();
    private final BlockingQueue<SocketChannel> callers = new LinkedBlockingQueue<>();
    private Process process;
    private Relay relay;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        relay = relayOf(Relay.command(socket().toString()));
        assertThat(relay.awaitReady(PATIENCE)).isTrue();
    }

    private Relay relayOf(List<String> command) throws IOException {
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Relay begun = Relay.over(new LocalCommand(process));
        open.add(begun);
        return begun;
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private Path socket() {
        return folder.resolve("app");
    }

    private ServerSocketChannel app(int backlog) throws IOException {
        var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket()), backlog);
        open.add(server);
        return server;
    }

    /** Takes everybody. */
    private void listen() throws IOException {
        ServerSocketChannel server = app(100);
        Thread.startVirtualThread(
                () -> {
                    try {
                        while (true) {
                            SocketChannel caller = server.accept();
                            open.add(caller);
                            callers.add(caller);
                        }
                    } catch (IOException closed) {
                        // at the end of the test
                    }
                });
    }

    private static void awaitEnd(Relay relay) {
        Await.until(relay::hasEnded);
    }

    private SocketChannel acceptCaller() throws InterruptedException {
        return Optional.ofNullable(callers.poll(PATIENCE, TimeUnit.MILLISECONDS)).orElseThrow();
    }

    private ByteChannel connected() throws IOException {
        return relay.connect().orElseThrow();
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static Thread writing(ByteChannel to, byte[] bytes) {
        return Thread.startVirtualThread(
                () -> {
                    try {
                        ByteBuffer buffer = ByteBuffer.wrap(bytes);
                        while (buffer.hasRemaining()) {
                            to.write(buffer);
                        }
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }

    private static byte[] read(ByteChannel from, int length) throws IOException {
        var buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining() && from.read(buffer) >= 0) {}
        return buffer.array();
    }

    @Test
    void data_flows_completely_in_both_directions_at_once() throws Exception {
        listen();
        ByteChannel here = connected();
        SocketChannel there = acceptCaller();
        byte[] question = bytes(3_000_000);
        byte[] answer = bytes(4_000_000);
        Thread asking = writing(here, question);
        Thread answering = writing(there, answer);
        var heard = new byte[1][];
        Thread hearing =
                Thread.startVirtualThread(
                        () -> {
                            try {
                                heard[0] = read(there, question.length);
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        });
        assertThat(read(here, answer.length)).isEqualTo(answer);
        asking.join();
        answering.join();
        hearing.join();
        assertThat(heard[0]).isEqualTo(question);
    }

    @Test
    void a_slow_reader_does_not_delay_other_connections() throws Exception {
        listen();
        ByteChannel lazy = connected();
        Thread flood = writing(acceptCaller(), bytes(5_000_000));
        ByteChannel busy = connected();
        SocketChannel there = acceptCaller();
        writing(there, bytes(1_000_000));
        assertThat(read(busy, 1_000_000)).isEqualTo(bytes(1_000_000));
        assertThat(flood.isAlive()).isTrue();
        assertThat(read(lazy, 5_000_000)).isEqualTo(bytes(5_000_000));
        flood.join();
    }

    @Test
    void an_app_that_does_not_read_does_not_delay_other_connections() throws Exception {
        listen();
        Thread flood = writing(connected(), bytes(5_000_000));
        SocketChannel lazy = acceptCaller();
        ByteChannel busy = connected();
        SocketChannel there = acceptCaller();
        writing(busy, bytes(100_000));
        assertThat(read(there, 100_000)).isEqualTo(bytes(100_000));
        assertThat(flood.isAlive()).isTrue();
        assertThat(read(lazy, 5_000_000)).isEqualTo(bytes(5_000_000));
        flood.join();
    }

    @Test
    void data_sent_before_the_app_closes_can_still_be_read() throws Exception {
        listen();
        ByteChannel here = connected();
        SocketChannel there = acceptCaller();
        there.write(ByteBuffer.wrap(bytes(1_000)));
        there.close();
        assertThat(read(here, 1_000)).isEqualTo(bytes(1_000));
        assertThat(here.read(ByteBuffer.allocate(1))).isNegative();
        here.close();
        assertThat(relay.connections()).isZero();
    }

    @Test
    void the_app_receives_all_data_before_the_server_closes() throws Exception {
        listen();
        ByteChannel here = connected();
        SocketChannel there = acceptCaller();
        Thread writing = writing(here, bytes(200_000));
        writing.join();
        here.close();
        assertThat(read(there, 200_000)).isEqualTo(bytes(200_000));
        assertThat(there.read(ByteBuffer.allocate(1))).isNegative();
        assertThatThrownBy(() -> here.write(ByteBuffer.allocate(1)))
                .isInstanceOf(ClosedChannelException.class);
    }

    @Test
    void closing_wakes_a_blocked_reader() throws Exception {
        listen();
        ByteChannel here = connected();
        var thrown = new LinkedBlockingQueue<Throwable>();
        Thread.ofVirtual()
                .uncaughtExceptionHandler((_, e) -> thrown.add(e.getCause()))
                .start(
                        () -> {
                            try {
                                here.read(ByteBuffer.allocate(1));
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        });
        here.close();
        assertThat(thrown.poll(PATIENCE, TimeUnit.MILLISECONDS))
                .isInstanceOf(ClosedChannelException.class);
    }

    @Test
    void an_app_can_be_reached_as_soon_as_it_listens() throws Exception {
        assertThat(relay.connect()).isEmpty();
        listen();
        assertThat(relay.connect()).isPresent();
        assertThat(acceptCaller().isOpen()).isTrue();
    }

    @Test
    void an_app_that_does_not_accept_is_reported() throws IOException {
        app(1);
        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 100; i++) {
                                open.add(connected());
                            }
                        })
                .isInstanceOf(IOException.class)
                .hasMessage("The app does not accept connections");
    }

    @Test
    void many_connections_open_and_close() throws Exception {
        listen();
        for (int i = 0; i < 300; i++) {
            try (ByteChannel here = connected();
                    SocketChannel there = acceptCaller()) {
                here.write(ByteBuffer.wrap(bytes(100)));
                assertThat(read(there, 100)).isEqualTo(bytes(100));
            }
        }
        assertThat(relay.connections()).isZero();
    }

    @Test
    void a_killed_relay_ends_its_connections() throws Exception {
        listen();
        ByteChannel here = connected();
        process.destroyForcibly();
        assertThat(here.read(ByteBuffer.allocate(1))).isNegative();
        assertThatThrownBy(relay::connect).isInstanceOf(IOException.class);
        awaitEnd(relay);
    }

    @Test
    void a_relay_ends_with_its_server() throws Exception {
        process.getOutputStream().close();
        assertThat(process.waitFor(PATIENCE, TimeUnit.MILLISECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    @Test
    void a_relay_that_answers_no_ping_is_closed() throws Exception {
        Relay dumb = relayOf(List.of("sh", "-c", "echo slipway-relay 1; exec sleep 1000"));
        assertThat(dumb.awaitReady(PATIENCE)).isTrue();
        for (int i = 0; i < 20; i++) {
            dumb.checkAlive();
        }
        assertThat(process.waitFor(PATIENCE, TimeUnit.MILLISECONDS)).isTrue();
    }

    @Test
    void a_relay_that_answers_pings_stays_open() throws Exception {
        listen();
        for (int i = 0; i < 50; i++) {
            relay.checkAlive();
            connected().close();
        }
        assertThat(process.isAlive()).isTrue();
    }

    @Test
    void output_before_the_greeting_is_skipped() throws Exception {
        var noisy = new ArrayList<>(List.of("sh", "-c", "echo module loaded; exec \"$@\"", "sh"));
        noisy.addAll(Relay.command(socket().toString()));
        assertThat(relayOf(noisy).awaitReady(PATIENCE)).isTrue();
    }

    @Test
    void a_program_that_is_no_relay_is_reported_with_its_output() throws Exception {
        Relay none = relayOf(List.of("sh", "-c", "echo no such thing; exit 3"));
        assertThat(none.awaitReady(PATIENCE)).isFalse();
        awaitEnd(none);
        assertThat(none.failed().why()).contains("ended with exit code 3 and said: no such thing");
    }

    @Test
    void a_node_without_python_is_reported() throws Exception {
        Relay none = relayOf(List.of("sh", "-c", "exit 127"));
        assertThat(none.awaitReady(PATIENCE)).isFalse();
        awaitEnd(none);
        assertThat(none.failed().why()).contains("needs python3");
        assertThat(none.failed().next()).contains("Install python3 on the nodes");
    }

    @Test
    void a_relay_that_violates_the_protocol_is_closed() throws Exception {
        String tooMuch =
                "echo slipway-relay 1; printf '\\0\\0\\0\\1D\\177\\0\\0\\0'; exec sleep 1000";
        relayOf(List.of("sh", "-c", tooMuch));
        assertThat(process.waitFor(PATIENCE, TimeUnit.MILLISECONDS)).isTrue();
    }
}
