package slipway.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** HTTP over a plain socket: sends malformed requests and returns the unmodified response. */
public final class RawHttp {

    private static final int PATIENCE_MILLIS = 20_000;

    private final int port;

    public RawHttp(String url) {
        this(URI.create(url).getPort());
    }

    public RawHttp(int port) {
        this.port = port;
    }

    public int port() {
        return port;
    }

    /** The response, read until the connection closes. */
    public record Response(int status, Map<String, List<String>> headers, String body) {

        public Optional<String> header(String name) {
            return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)))
                    .map(List::getFirst);
        }

        /** The problem code in the body; empty if there is none. */
        public String code() {
            int at = body.indexOf("\"code\":\"");
            return at < 0 ? "" : body.substring(at + 8, body.indexOf('"', at + 8));
        }
    }

    /** A valid request with {@code Connection: close}. */
    public Response send(String method, String path, List<String> headers, String body) {
        var text = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
        text.append("Host: 127.0.0.1:").append(port).append("\r\nConnection: close\r\n");
        headers.forEach(header -> text.append(header).append("\r\n"));
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        if (!body.isEmpty()) {
            text.append("Content-Type: application/json\r\nContent-Length: ")
                    .append(bytes.length)
                    .append("\r\n");
        }
        text.append("\r\n");
        return sendRaw(joined(text.toString().getBytes(StandardCharsets.ISO_8859_1), bytes));
    }

    private static byte[] joined(byte[] head, byte[] body) {
        var all = new ByteArrayOutputStream();
        all.writeBytes(head);
        all.writeBytes(body);
        return all.toByteArray();
    }

    /** Sends the text in Latin-1, with {@code HOST} replaced by host and port. */
    public Response sendRaw(String text) {
        return sendRaw(
                text.replace("HOST", "127.0.0.1:" + port).getBytes(StandardCharsets.ISO_8859_1));
    }

    public Response sendRaw(byte[] bytes) {
        try (Socket socket = open()) {
            try {
                socket.getOutputStream().write(bytes);
                socket.getOutputStream().flush();
            } catch (SocketException refused) {
                // The response may have arrived nevertheless.
            }
            return parse(readAll(socket));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Socket open() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        return socket;
    }

    /** All bytes until the peer closes or resets the connection. */
    public static byte[] readAll(Socket socket) throws IOException {
        var all = new ByteArrayOutputStream();
        var part = new byte[8_192];
        InputStream in = socket.getInputStream();
        try {
            for (int n = in.read(part); n >= 0; n = in.read(part)) {
                all.write(part, 0, n);
            }
        } catch (SocketException reset) {
            // The server closed the connection before it read the whole request.
        }
        return all.toByteArray();
    }

    public static Response parse(byte[] bytes) {
        String whole = new String(bytes, StandardCharsets.UTF_8);
        int end = whole.indexOf("\r\n\r\n");
        if (!whole.startsWith("HTTP/1.1 ") || end < 0) {
            throw new IllegalStateException("Not an HTTP response: " + whole);
        }
        List<String> lines = whole.substring(0, end).lines().toList();
        Map<String, List<String>> headers = new TreeMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] parts = line.split(":", 2);
            headers.computeIfAbsent(parts[0].toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
                    .add(parts[1].strip());
        }
        int status = Integer.parseInt(lines.getFirst().substring(9, 12));
        return new Response(status, headers, whole.substring(end + 4));
    }
}
