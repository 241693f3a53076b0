package slipway.notify;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes one POST request of HTTP/1.1 on a separate connection. The host is resolved once, every address is checked, and
 * the connection goes to the checked address. {@code java.net.http} resolves the host again when it connects, so that a
 * name server could give a public address to the check and a private one to the connection. Redirects are not followed,
 * and the body of the answer is not used.
 */
final class WebhookClient {

    private static final Logger LOG = LoggerFactory.getLogger(WebhookClient.class);
    private static final int MAX_HEADER_BYTES = 16_384;
    private static final int MAX_BODY_BYTES = 65_536;
    private static final int DRAIN_MILLIS = 1_000;
    private static final int OK = 200;

    private final HostResolver resolver;
    private final AddressPolicy policy;
    private final Duration timeout;
    private final SSLSocketFactory tls;

    /**
     * @param timeout of a whole attempt: connection, TLS and response
     */
    WebhookClient(
            HostResolver resolver, AddressPolicy policy, Duration timeout, SSLSocketFactory tls) {
        this.resolver = resolver;
        this.policy = policy;
        this.timeout = timeout;
        this.tls = tls;
    }

    /** An address that may not be used. */
    private static final class Refused extends IOException {
        private static final long serialVersionUID = 1L;

        Refused(InetAddress address) {
            super(
                    "Address "
                            + address.getHostAddress()
                            + " is private. An administrator can allow it with webhooks.allow_addresses.");
        }
    }

    SendResult post(URI url, Map<String, String> headers, byte[] body) {
        try {
            List<InetAddress> addresses = resolver.resolve(host(url));
            for (InetAddress address : addresses) {
                requirePermitted(address);
            }
            return connectAndSend(url, addresses.getFirst(), request(url, headers, body));
        } catch (UnknownHostException e) {
            return new SendResult.NotAnswered("The host " + host(url) + " is unknown.");
        } catch (SSLException e) {
            return new SendResult.NotAnswered("The TLS connection failed: " + e.getMessage() + ".");
        } catch (IOException e) {
            return new SendResult.NotAnswered(String.valueOf(e.getMessage()));
        }
    }

    /** Without the brackets of an IPv6 address. */
    static String host(URI url) {
        return url.getHost().replaceAll("[\\[\\]]", "");
    }

    private void requirePermitted(InetAddress address) throws Refused {
        if (!policy.permits(address)) {
            throw new Refused(address);
        }
    }

    private SendResult connectAndSend(URI url, InetAddress address, byte[] request)
            throws IOException {
        try (var socket = new Socket();
                var deadline = new Deadline(socket, timeout)) {
            try {
                return connectAndSend(
                        url, new InetSocketAddress(address, port(url)), socket, request);
            } catch (IOException e) {
                if (deadline.passed()) {
                    return new SendResult.NotAnswered(
                            "No answer within " + timeout.toSeconds() + " s.");
                }
                throw e;
            }
        }
    }

    private SendResult connectAndSend(
            URI url, InetSocketAddress address, Socket socket, byte[] request) throws IOException {
        socket.connect(address, Math.toIntExact(timeout.toMillis()));
        requirePermitted(socket.getInetAddress());
        Socket connection = url.getScheme().equals("https") ? secured(url, socket) : socket;
        OutputStream out = connection.getOutputStream();
        out.write(request);
        out.flush();
        return answer(connection, new BufferedInputStream(connection.getInputStream()));
    }

    /** The certificate must be that of the host in the URL. */
    private SSLSocket secured(URI url, Socket socket) throws IOException {
        var secured = (SSLSocket) tls.createSocket(socket, host(url), port(url), true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        return secured;
    }

    private static int port(URI url) {
        int standard = url.getScheme().equals("https") ? 443 : 80;
        return url.getPort() < 0 ? standard : url.getPort();
    }

    private static byte[] request(URI url, Map<String, String> headers, byte[] body) {
        String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
        String port = url.getPort() < 0 ? "" : ":" + url.getPort();
        var text = new StringBuilder("POST " + path + query + " HTTP/1.1\r\n");
        text.append("Host: ").append(url.getHost()).append(port).append("\r\n");
        text.append("Content-Length: ").append(body.length).append("\r\n");
        text.append("Connection: close\r\n");
        headers.forEach((name, value) -> text.append(name + ": " + value + "\r\n"));
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(text.append("\r\n").toString().getBytes(ISO_8859_1));
        bytes.writeBytes(body);
        return bytes.toByteArray();
    }

    private static SendResult answer(Socket connection, InputStream in) throws IOException {
        List<String> lines = headerLines(in);
        while (status(lines) < OK) {
            lines = headerLines(in);
        }
        SendResult result = new SendResult.Answered(status(lines), retryAfter(lines));
        drain(connection, in);
        return result;
    }

    private static int status(List<String> lines) throws IOException {
        String[] words = lines.isEmpty() ? new String[0] : lines.getFirst().split(" ", 3);
        if (words.length < 2
                || !words[0].startsWith("HTTP/1.")
                || !words[1].matches("[1-5]\\d\\d")) {
            throw new IOException("The receiver's answer is not HTTP.");
        }
        return Integer.parseInt(words[1]);
    }

    private static Optional<Duration> retryAfter(List<String> lines) throws IOException {
        int status = status(lines);
        return lines.stream()
                .filter(_ -> status == 429 || status == 503)
                .filter(line -> line.matches("(?i)retry-after:\\s*\\d{1,9}\\s*"))
                .map(line -> Duration.ofSeconds(Long.parseLong(line.replaceAll("\\D", ""))))
                .findFirst();
    }

    /** The lines up to the empty one. */
    private static List<String> headerLines(InputStream in) throws IOException {
        List<String> lines = new ArrayList<>();
        var line = new StringBuilder();
        for (int i = 0; i < MAX_HEADER_BYTES; i++) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            if (next != '\n') {
                line.append((char) next);
            } else if (line.toString().isBlank()) {
                return lines;
            } else {
                lines.add(line.toString().strip());
                line.setLength(0);
            }
        }
        throw new IOException("The receiver closed the connection without an answer.");
    }

    /** A receiver that cannot write its answer may log an error. Its content does not matter. */
    private static void drain(Socket connection, InputStream in) {
        try {
            connection.setSoTimeout(DRAIN_MILLIS);
            in.skipNBytes(MAX_BODY_BYTES);
        } catch (IOException ended) {
            return;
        }
    }

    /**
     * Closes the socket when time is up, because a receiver that sends a byte now and then never runs into the timeout
     * of a single read.
     */
    private static final class Deadline implements AutoCloseable {

        private final CompletableFuture<Void> closing;
        private volatile boolean passed;

        Deadline(Socket socket, Duration timeout) {
            this.closing =
                    CompletableFuture.runAsync(
                            () -> close(socket),
                            CompletableFuture.delayedExecutor(
                                    timeout.toMillis(), TimeUnit.MILLISECONDS));
        }

        private void close(Socket socket) {
            passed = true;
            try {
                socket.close();
            } catch (IOException e) {
                LOG.debug("A connection was not closed", e);
            }
        }

        boolean passed() {
            return passed;
        }

        @Override
        public void close() {
            closing.cancel(false);
        }
    }
}
