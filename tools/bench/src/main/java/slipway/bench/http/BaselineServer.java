package slipway.bench.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The upper limit of the server's speed: the same Jetty with the same settings and threads, which answers every request
 * with the bytes of a file. {@code GET /stream} stays open, and {@code POST /tell} sends those bytes to every open
 * stream. {@code BaselineServer FILE} prints its port and ends when its input ends.
 */
final class BaselineServer extends Handler.Abstract {

    static final String STREAM_PATH = "/stream";
    static final String PUBLISH_PATH = "/tell";

    /** The header with the number of the published event. */
    static final String PUBLISHED = "Told";

    private final byte[] body;
    private final PreEncodedHttpField json =
            new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/json");
    private final Queue<Response> streams = new ConcurrentLinkedQueue<>();
    private final AtomicLong published = new AtomicLong();

    private BaselineServer(byte[] body) {
        this.body = body.clone();
    }

    public static void main(String[] words) throws Exception {
        Logger.getLogger("").setLevel(Level.WARNING);
        var server = new Server(threads());
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(true);
        http.setRequestHeaderSize(16 * 1024);
        var connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(30_000);
        server.addConnector(connector);
        server.setHandler(new BaselineServer(Files.readAllBytes(Path.of(words[0]))));
        server.start();
        System.out.println(connector.getLocalPort());
        int _ = System.in.read();
        System.exit(0);
    }

    private static QueuedThreadPool threads() {
        var threads = new QueuedThreadPool(64, 4);
        threads.setDaemon(true);
        threads.setVirtualThreadsExecutor(
                Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("request-", 0).factory()));
        return threads;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        switch (request.getHttpURI().getPath()) {
            case STREAM_PATH -> begin(response);
            case PUBLISH_PATH -> publish(response, callback);
            case null, default -> answer(response, callback);
        }
        return true;
    }

    private void answer(Response response, Callback callback) {
        response.getHeaders().put(json);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    /** Its callback is never called: no thread waits, and the stream stays open. */
    private void begin(Response response) {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream");
        response.write(false, bytes(": welcome\n\n"), Callback.NOOP);
        streams.add(response);
    }

    private void publish(Response response, Callback callback) {
        long number = published.incrementAndGet();
        String event = "id: " + number + "\n" + new String(body, StandardCharsets.UTF_8) + "\n\n";
        streams.forEach(stream -> stream.write(false, bytes(event), Callback.NOOP));
        response.getHeaders().put(PUBLISHED, number);
        answer(response, callback);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
