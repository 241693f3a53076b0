package slipway.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import slipway.surface.api.Route;

/** Answers every call with the example of its route. It uses none of the classes of the real server. */
final class ExampleServer implements AutoCloseable {

    private final ServerSocket socket;

    private ExampleServer(ServerSocket socket) {
        this.socket = socket;
    }

    static ExampleServer start() {
        try {
            var exampleServer =
                    new ExampleServer(new ServerSocket(0, 5, InetAddress.getLoopbackAddress()));
            Thread.ofPlatform().daemon().name("example-server").start(exampleServer::listen);
            return exampleServer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    private void listen() {
        while (!socket.isClosed()) {
            try (Socket client = socket.accept()) {
                serve(client);
            } catch (IOException disconnected) {
                // Either the client disconnected, or this server was closed and the loop ends.
            }
        }
    }

    /** Answers one request after the other until the client disconnects. */
    private static void serve(Socket client) throws IOException {
        var in =
                new BufferedReader(
                        new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            int length = 0;
            String header = in.readLine();
            while (header != null && !header.isEmpty()) {
                if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                    length = Integer.parseInt(header.substring(header.indexOf(':') + 1).strip());
                }
                header = in.readLine();
            }
            var _ = in.skip(length); // request bodies are ASCII here, so characters are bytes
            answer(client.getOutputStream(), line.split(" ", 3));
        }
    }

    private static void answer(OutputStream out, String... requestLine) throws IOException {
        byte[] body = example(requestLine).getBytes(StandardCharsets.UTF_8);
        String head =
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length
                        + "\r\n\r\n";
        out.write(head.getBytes(StandardCharsets.UTF_8));
        out.write(body);
        out.flush();
    }

    private static String example(String... requestLine) {
        String path = requestLine.length > 1 ? requestLine[1].replaceFirst("\\?.*", "") : "";
        return AllRoutes.LIST.stream()
                .filter(route -> route.verb().name().equals(requestLine[0]))
                .filter(route -> path.matches(route.path().replaceAll("\\{[a-z]+}", "[^/]+")))
                .filter(
                        route ->
                                route.kind() == Route.Kind.JSON
                                        || route.kind() == Route.Kind.EVENTS)
                .findFirst()
                .map(route -> route.answer().example().toString())
                .orElse("{}");
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
