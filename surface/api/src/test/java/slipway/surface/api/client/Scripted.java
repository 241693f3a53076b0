package slipway.surface.api.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ServerSocketFactory;

/**
 * A server that sends exactly the bytes that a test wants, one connection after the other. Each connection reads one
 * request and runs the next script; without a script it closes the connection.
 */
final class Scripted implements AutoCloseable {

    /** What happens after a request was read. */
    interface Scene {
        void play(Socket socket) throws IOException, InterruptedException;
    }

    private final ServerSocket serverSocket;
    private final String scheme;
    private final BlockingQueue<Scene> scenes = new LinkedBlockingQueue<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final Thread thread;

    Scripted(ServerSocketFactory sockets, String scheme) {
        try {
            this.serverSocket = sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.scheme = scheme;
        this.thread = Thread.ofVirtual().start(this::serve);
    }

    static Scripted plain() {
        return new Scripted(ServerSocketFactory.getDefault(), "http");
    }

    URI url() {
        return URI.create("%s://127.0.0.1:%d".formatted(scheme, serverSocket.getLocalPort()));
    }

    Scripted then(Scene scene) {
        scenes.add(scene);
        return this;
    }

    /** Answers with this head and body, and closes the connection. */
    Scripted answers(String head, String body) {
        return then(
                socket -> {
                    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
                    say(
                            socket,
                            "HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
                                    .formatted(head, bytes.length));
                    socket.getOutputStream().write(bytes);
                });
    }

    Scripted answersJson(String body) {
        return answers("200 OK\r\nContent-Type: application/json", body);
    }

    /** Reads the request and closes the connection without an answer. */
    Scripted losesTheAnswer() {
        return then(_ -> {});
    }

    static void say(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    /** Every request so far, head and body. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    String header(int request, String name) {
        return requests.get(request)
                .lines()
                .filter(
                        line ->
                                line.toLowerCase(Locale.ROOT)
                                        .startsWith(name.toLowerCase(Locale.ROOT) + ": "))
                .map(line -> line.substring(name.length() + 2))
                .findFirst()
                .orElse("");
    }

    private void serve() {
        while (!serverSocket.isClosed()) {
            try (Socket socket = serverSocket.accept()) {
                requests.add(request(socket.getInputStream()));
                Scene scene = scenes.poll();
                if (scene != null) {
                    scene.play(socket);
                }
            } catch (IOException e) {
                // the client has disconnected, or the socket was closed
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private static String request(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("connection closed");
            }
            head.append((char) next);
        }
        int length =
                head.toString()
                        .lines()
                        .filter(
                                line ->
                                        line.toLowerCase(Locale.ROOT)
                                                .startsWith("content-length: "))
                        .mapToInt(line -> Integer.parseInt(line.substring(16).strip()))
                        .findFirst()
                        .orElse(0);
        return head + new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        thread.interrupt();
        serverSocket.close();
    }
}
