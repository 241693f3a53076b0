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

/** HTTP over a bare socket: it can say what no proper client would, and hides nothing of what comes back. */
public final class Bare {

    private static final int PATIENCE_MILLIS = 20_000;

    private final int port;

    public Bare(String url) {
        this(URI.create(url).getPort());
    }

    public Bare(int port) {
        this.port = port;
    }

    public int port() {
        return port;
    }

    /** What came back, down to the end of the connection. */
    public record Answer(int status, Map<String, List<String>> headers, String body) {

        public Optional<String> header(String name) {
            return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)))
                    .map(List::getFirst);
        }

        /** A problem's code, as it stands in the body. */
        public String code() {
            int at = body.indexOf("\"code\":\"");
            return at < 0 ? "" : body.substring(at + 8, body.indexOf('"', at + 8));
        }
    }

    /** A proper request, after which the server is asked to hang up. */
    public Answer send(String method, String path, List<String> headers, String body) {
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
        return say(joined(text.toString().getBytes(StandardCharsets.ISO_8859_1), bytes));
    }

    private static byte[] joined(byte[] head, byte[] body) {
        var all = new ByteArrayOutputStream();
        all.writeBytes(head);
        all.writeBytes(body);
        return all.toByteArray();
    }

    /** Any bytes, one for each character. The host and the port stand in for {@code HOST}. */
    public Answer say(String text) {
        return say(text.replace("HOST", "127.0.0.1:" + port).getBytes(StandardCharsets.ISO_8859_1));
    }

    public Answer say(byte[] bytes) {
        try (Socket socket = open()) {
            try {
                socket.getOutputStream().write(bytes);
                socket.getOutputStream().flush();
            } catch (SocketException refused) {
                // The answer may be there all the same.
            }
            return answer(rest(socket));
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

    /** All that still comes, until the other side hangs up, in whichever way. */
    public static byte[] rest(Socket socket) throws IOException {
        var all = new ByteArrayOutputStream();
        var part = new byte[8_192];
        InputStream in = socket.getInputStream();
        try {
            for (int n = in.read(part); n >= 0; n = in.read(part)) {
                all.write(part, 0, n);
            }
        } catch (SocketException reset) {
            // It hung up without reading what we still wanted to say.
        }
        return all.toByteArray();
    }

    public static Answer answer(byte[] bytes) {
        String whole = new String(bytes, StandardCharsets.UTF_8);
        int end = whole.indexOf("\r\n\r\n");
        if (!whole.startsWith("HTTP/1.1 ") || end < 0) {
            throw new IllegalStateException("No answer as HTTP has it: " + whole);
        }
        List<String> lines = whole.substring(0, end).lines().toList();
        Map<String, List<String>> headers = new TreeMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] parts = line.split(":", 2);
            headers.computeIfAbsent(parts[0].toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
                    .add(parts[1].strip());
        }
        int status = Integer.parseInt(lines.getFirst().substring(9, 12));
        return new Answer(status, headers, whole.substring(end + 4));
    }
}
