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

/** A server that is asked to stop while somebody is in the middle of something. */
@Tag("process")
class StopTest {

    @TempDir Path folder;

    @Test
    void whoever_never_finishes_does_not_keep_it_from_stopping_in_order() throws Exception {
        House house = House.open(folder.resolve("data"));
        var bare = new Bare(house.url().toString());
        try (Socket socket = bare.open();
                var drip = Executors.newSingleThreadScheduledExecutor()) {
            begin(socket, bare.port(), house.localToken());
            var dripping =
                    drip.scheduleAtFixedRate(() -> drop(socket), 0, 100, TimeUnit.MILLISECONDS);
            assertThat(house.platform().stop()).isEmpty();
            assertThat(Bare.rest(socket)).as("what it was told after that").isNotNull();
            dripping.cancel(true);
        }
        House.open(folder.resolve("data")).close();
    }

    /** A request whose body the server has begun to read, and will never have whole. */
    private static void begin(Socket socket, int port, String token) throws IOException {
        String head =
                "POST /api/v1/notes HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n"
                                .formatted(port, token)
                        + "Content-Type: application/json\r\nContent-Length: 100000\r\n"
                        + "Expect: 100-continue\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
        var answer = new byte[12];
        assertThat(socket.getInputStream().readNBytes(answer, 0, 12)).isEqualTo(12);
        assertThat(new String(answer, StandardCharsets.ISO_8859_1)).isEqualTo("HTTP/1.1 100");
    }

    private static void drop(Socket socket) {
        try {
            OutputStream out = socket.getOutputStream();
            out.write(' ');
            out.flush();
        } catch (IOException gone) {
            throw new IllegalStateException("It hung up, and no further drop is sent", gone);
        }
    }
}
