package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stopping a server while a request is unfinished. */
@Tag("process")
class ServerStopTest {

    @TempDir Path folder;

    @Test
    void an_unfinished_request_does_not_block_a_clean_stop() throws Exception {
        TestServer server = TestServer.open(folder.resolve("data"));
        var http = new RawHttp(server.url().toString());
        try (Socket socket = http.open();
                var executor = Executors.newSingleThreadScheduledExecutor()) {
            begin(socket, http.port(), server.localToken());
            var sending =
                    executor.scheduleAtFixedRate(
                            () -> sendByte(socket), 0, 100, TimeUnit.MILLISECONDS);
            assertThat(server.platform().stop()).isEmpty();
            assertThat(RawHttp.readAll(socket)).as("the rest of the response").isNotNull();
            sending.cancel(true);
        }
        TestServer.open(folder.resolve("data")).close();
    }

    /** Begins a request whose body never becomes complete. */
    private static void begin(Socket socket, int port, String token) throws IOException {
        String head =
                "POST /api/v1/notes HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n"
                                .formatted(port, token)
                        + "Content-Type: application/json\r\nContent-Length: 100000\r\n"
                        + "Expect: 100-continue\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
        var response = new byte[12];
        assertThat(socket.getInputStream().readNBytes(response, 0, 12)).isEqualTo(12);
        assertThat(new String(response, StandardCharsets.ISO_8859_1)).isEqualTo("HTTP/1.1 100");
    }

    private static void sendByte(Socket socket) {
        try {
            OutputStream out = socket.getOutputStream();
            out.write(' ');
            out.flush();
        } catch (IOException gone) {
            throw new IllegalStateException("The server closed the connection", gone);
        }
    }
}
