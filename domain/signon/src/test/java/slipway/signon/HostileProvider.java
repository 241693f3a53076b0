package slipway.signon;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import tools.jackson.databind.json.JsonMapper;

/** A provider whose answers a test sets, mostly hostile ones. Its default discovery document is valid. */
final class HostileProvider implements AutoCloseable {

    static final String DISCOVERY = "/.well-known/openid-configuration";
    static final String KEYS = "/keys";
    static final String TOKEN = "/token";

    /** A received request. */
    record ReceivedRequest(String path, String authorization, String body) {}

    private static final JsonMapper JSON = new JsonMapper();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch end = new CountDownLatch(1);
    private final Semaphore waiting = new Semaphore(0);
    private final Map<String, HttpHandler> handlers = new ConcurrentHashMap<>();
    private final List<ReceivedRequest> requests = new CopyOnWriteArrayList<>();

    HostileProvider() {
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException noPort) {
            throw new UncheckedIOException(noPort);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
        answers(DISCOVERY, discovery());
    }

    String issuer() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    /** What a good provider would publish. */
    Map<String, Object> discovery() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("issuer", issuer());
        document.put("authorization_endpoint", issuer() + "/authorize?tenant=1");
        document.put("token_endpoint", issuer() + TOKEN);
        document.put("jwks_uri", issuer() + KEYS);
        return document;
    }

    void publishes(JWK... keys) {
        answers(KEYS, new JWKSet(List.of(keys)).toString());
    }

    void answers(String path, Map<String, Object> json) {
        answers(path, JSON.writeValueAsString(json));
    }

    void answers(String path, String body) {
        answers(path, 200, body);
    }

    void answers(String path, int status, String body) {
        handleWith(path, exchange -> answer(exchange, status, body));
    }

    void redirects(String path, String to) {
        handleWith(
                path,
                exchange -> {
                    exchange.getResponseHeaders().set("Location", to);
                    exchange.sendResponseHeaders(307, -1);
                });
    }

    /** Takes the request and does not answer until the test is over. */
    void neverAnswers(String path) {
        handleWith(
                path,
                _ -> {
                    waiting.release();
                    await();
                });
    }

    /** Returns when this many requests wait for an answer. */
    void awaitWaiting(int count) throws InterruptedException {
        waiting.acquire(count);
    }

    /** Starts its answer in time and never ends it. */
    void drips(String path, String beginning) {
        handleWith(
                path,
                exchange -> {
                    exchange.sendResponseHeaders(200, 10_000);
                    exchange.getResponseBody().write(beginning.getBytes(UTF_8));
                    exchange.getResponseBody().flush();
                    await();
                });
    }

    List<ReceivedRequest> requests(String path) {
        return requests.stream().filter(one -> one.path().equals(path)).toList();
    }

    int requestCount(String path) {
        return requests(path).size();
    }

    private void handleWith(String path, HttpHandler handler) {
        handlers.put(path, handler);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            String who = exchange.getRequestHeaders().getFirst("Authorization");
            requests.add(new ReceivedRequest(path, who == null ? "" : who, body));
            handlers.getOrDefault(path, other -> answer(other, 404, "{}")).handle(exchange);
        }
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private void await() {
        try {
            end.await();
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        end.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
