package slipway.surface.run.server.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.surface.run.server.proxy.AppHead.Header;

/**
 * Forwards one request to an app and its answer back. Each exchange has its own connection, and buffers at most one
 * block of a body.
 */
final class ProxyExchange {

    private static final Logger LOG = LoggerFactory.getLogger(ProxyExchange.class);

    private final Request request;
    private final Response response;
    private final AppConnection appConnection;
    private final AppReader app;

    ProxyExchange(Request request, Response response, AppConnection appConnection) {
        this.request = request;
        this.response = response;
        this.appConnection = appConnection;
        this.app = new AppReader(appConnection.app(), appConnection::recordTraffic);
    }

    /** Whether the browser requests a WebSocket. */
    static boolean isWebSocketUpgrade(Request request) {
        return request.getMethod().equals("GET")
                && request.getHeaders().contains(HttpHeader.UPGRADE, "websocket")
                && request.getHeaders().contains(HttpHeader.CONNECTION, "upgrade");
    }

    /** Sends the request and reads the head of the answer, while another thread sends the body. */
    AppHead send() throws IOException {
        write(ByteBuffer.wrap(head().getBytes(StandardCharsets.ISO_8859_1)));
        if (hasBody()) {
            Thread.ofVirtual().name("to-app").start(this::sendBody);
        }
        return AppHead.read(app);
    }

    private String head() {
        var text = new StringBuilder();
        text.append(request.getMethod())
                .append(' ')
                .append(target(request))
                .append(" HTTP/1.1\r\n");
        List<Header> headers = HeaderFilter.request(request.getHeaders());
        headers.forEach(header -> line(text, header.name(), header.value()));
        line(text, "X-Forwarded-Proto", request.isSecure() ? "https" : "http");
        if (isWebSocketUpgrade(request)) {
            line(text, "Connection", "Upgrade");
            line(text, "Upgrade", "websocket");
        } else {
            line(text, "Connection", "close");
        }
        if (hasBody()) {
            boolean hasLength = request.getLength() >= 0;
            line(
                    text,
                    hasLength ? "Content-Length" : "Transfer-Encoding",
                    hasLength ? Long.toString(request.getLength()) : "chunked");
        }
        return text.append("\r\n").toString();
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(name).append(": ").append(value).append("\r\n");
    }

    /** The path and the query, unchanged. */
    static String target(Request request) {
        String target = request.getHttpURI().getPathQuery();
        return target == null || target.isEmpty() ? "/" : target;
    }

    private boolean hasBody() {
        return request.getLength() > 0
                || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
    }

    /** An app may answer and close the connection before it has read the whole body. The answer is still valid. */
    private void sendBody() {
        boolean chunked = request.getLength() < 0;
        byte[] block = new byte[AppReader.BLOCK_SIZE];
        try (InputStream body = Content.Source.asInputStream(request)) {
            for (int read = body.read(block); read >= 0; read = body.read(block)) {
                if (chunked && read > 0) {
                    write(ascii(Integer.toHexString(read) + "\r\n"));
                }
                write(ByteBuffer.wrap(block, 0, read));
                if (chunked && read > 0) {
                    write(ascii("\r\n"));
                }
            }
            if (chunked) {
                write(ascii("0\r\n\r\n"));
            }
        } catch (IOException e) {
            LOG.debug("The body of a request was not sent to the workspace completely", e);
        }
    }

    private static ByteBuffer ascii(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            appConnection.app().write(bytes);
            appConnection.recordTraffic();
        }
    }

    /** Forwards the answer to its end. */
    void forward(AppHead head) throws IOException {
        copyHeaders(head);
        boolean empty =
                request.getMethod().equals("HEAD") || head.status() == 204 || head.status() == 304;
        if (!empty) {
            // Closed only after the last byte: otherwise a truncated body would look complete.
            OutputStream to = Content.Sink.asOutputStream(response);
            head.copyBody(app, to);
            to.close();
        }
    }

    private void copyHeaders(AppHead head) {
        response.setStatus(head.status());
        for (Header header : head.forwarded()) {
            if (header.is("Content-Length")) {
                response.getHeaders().put(HttpHeader.CONTENT_LENGTH, header.value());
            } else {
                response.getHeaders().add(header.name(), header.value());
            }
        }
        // Another workspace must not put this one into a frame (clickjacking).
        response.getHeaders().add("Content-Security-Policy", "frame-ancestors 'self'");
    }

    /** Turns the browser's connection into a tunnel once the answer is sent. */
    void tunnel(AppHead head, Runnable onUse, Runnable onClose, Callback callback) {
        copyHeaders(head);
        response.getHeaders().put(HttpHeader.UPGRADE, "websocket");
        response.getHeaders().put(HttpHeader.CONNECTION, "Upgrade");
        EndPoint browser = request.getConnectionMetaData().getConnection().getEndPoint();
        var webSocketTunnel =
                new WebSocketTunnel(
                        browser,
                        request.getConnectionMetaData().getConnector().getExecutor(),
                        appConnection,
                        new WebSocketTunnel.Callbacks(app.rest(), onUse, onClose));
        request.setAttribute(HttpStream.UPGRADE_CONNECTION_ATTRIBUTE, webSocketTunnel);
        callback.succeeded();
    }
}
