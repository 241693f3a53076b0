package slipway.run.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("network")
class WorkspaceSocketsTest {

    private final WorkspaceSockets sockets = new WorkspaceSockets();

    @TempDir private Path attempt;

    @BeforeEach
    void begin() throws IOException {
        Files.createDirectory(attempt.resolve("work"));
    }

    private static ServerSocketChannel listens(Path at) throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(at), 1);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(attempt)) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void a_listening_socket_is_reached_and_no_file_is_left() throws IOException {
        try (var server = listens(WorkspaceSockets.of(attempt));
                SocketChannel there = sockets.connect(attempt).orElseThrow();
                SocketChannel accepted = server.accept()) {
            accepted.write(ByteBuffer.wrap(new byte[] {42}));
            var read = ByteBuffer.allocate(1);
            there.read(read);
            assertThat(read.get(0)).isEqualTo((byte) 42);
            assertThat(names()).containsExactly("work");
        }
    }

    @Test
    void a_socket_that_does_not_listen_is_absent() throws IOException {
        assertThat(sockets.connect(attempt)).isEmpty();
        listens(WorkspaceSockets.of(attempt)).close();
        assertThat(sockets.connect(attempt)).isEmpty();
    }

    @Test
    void a_link_to_a_socket_elsewhere_is_not_followed() throws IOException {
        Path elsewhere = attempt.resolve("elsewhere");
        try (var server = listens(elsewhere)) {
            Files.createSymbolicLink(WorkspaceSockets.of(attempt), elsewhere);
            assertThat(sockets.connect(attempt)).isEqualTo(Optional.empty());
            server.configureBlocking(false);
            assertThat(server.accept()).isNull();
        }
    }

    @Test
    void a_regular_file_in_place_of_the_socket_is_ignored() throws IOException {
        Files.writeString(WorkspaceSockets.of(attempt), "no socket");
        assertThat(sockets.connect(attempt)).isEmpty();
    }

    @Test
    void a_socket_that_does_not_accept_fails_at_once() throws IOException {
        List<SocketChannel> taken = new ArrayList<>();
        try (var _ = listens(WorkspaceSockets.of(attempt))) {
            assertThatThrownBy(
                            () -> {
                                for (int caller = 0; caller < 100; caller++) {
                                    taken.add(sockets.connect(attempt).orElseThrow());
                                }
                            })
                    .isInstanceOf(IOException.class);
        }
        for (SocketChannel each : taken) {
            each.close();
        }
    }

    @Test
    void a_path_that_is_too_long_is_detected_in_advance() {
        assertThat(WorkspaceSockets.fits(Path.of("/var/lib/slipway/attempts"))).isTrue();
        assertThat(WorkspaceSockets.fits(Path.of("/" + "deep/".repeat(20)))).isFalse();
    }
}
