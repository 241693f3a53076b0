package slipway.notify;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A real receiver of webhooks. It answers with what a test has scripted, and with 200 when the script has ended. */
final class Receiver implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Queue<Answer> script = new ConcurrentLinkedQueue<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();

    /** Answers a request. */
    interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }

    /** A request. */
    record Received(String id, String timestamp, List<String> signatures, String body) {}

    Receiver() {
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + port() + "/hook?team=vision";
    }

    int port() {
        return server.getAddress().getPort();
    }

    Receiver then(int status) {
        return then(exchange -> exchange.sendResponseHeaders(status, -1));
    }

    Receiver then(Answer answer) {
        script.add(answer);
        return this;
    }

    /** The next request gets no answer. */
    Receiver thenHang() {
        return then(
                _ -> {
                    try {
                        closed.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
    }

    List<Received> received() {
        return List.copyOf(received);
    }

    List<String> ids() {
        return received.stream().map(Received::id).toList();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        var headers = exchange.getRequestHeaders();
        received.add(
                new Received(
                        headers.getFirst("webhook-id"),
                        headers.getFirst("webhook-timestamp"),
                        List.of(headers.getFirst("webhook-signature").split(" ")),
                        body));
        Answer answer = script.poll();
        if (answer == null) {
            exchange.sendResponseHeaders(200, -1);
        } else {
            answer.to(exchange);
        }
        exchange.close();
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
