package slipway.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import slipway.base.Problem;
import slipway.surface.api.ApiConventions;
import slipway.surface.api.ProblemBody;
import slipway.surface.api.client.ApiCall;

/** A server that answers calls with prepared answers and records all requests. */
public final class FakeServer implements AutoCloseable {

    private record Answer(int status, String type, String body) {}

    private final HttpServer http;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();

    public FakeServer() {
        try {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        http.createContext("/", this::answer);
        http.start();
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
    }

    /** Prepares the answer to exactly this call. */
    public <A> FakeServer answering(ApiCall<?, A> apiCall, A answer) {
        String body = text(apiCall.route().answer().write(answer));
        answers.put(
                key(apiCall),
                new Answer(ApiConventions.status(apiCall.route()), "application/json", body));
        return this;
    }

    /** Prepares an event stream with these parts, which then ends. */
    public <A> FakeServer streaming(ApiCall<?, A> apiCall, List<A> parts) {
        var body = new StringBuilder();
        parts.forEach(
                part ->
                        body.append("data: ")
                                .append(text(apiCall.route().answer().write(part)))
                                .append("\n\n"));
        answers.put("LIVE " + key(apiCall), new Answer(200, "text/event-stream", body.toString()));
        return this;
    }

    /** Prepares an event stream with this text; a client that reconnects gets its end (204). */
    public FakeServer streamingOnce(ApiCall<?, ?> apiCall, String text) {
        answers.put("ONCE LIVE " + key(apiCall), new Answer(200, "text/event-stream", text));
        answers.put("LIVE " + key(apiCall), new Answer(204, "text/event-stream", ""));
        return this;
    }

    public FakeServer refusing(ApiCall<?, ?> apiCall, Problem problem) {
        String body = text(ProblemBody.CODEC.write(ProblemBody.of(problem, "req-1")));
        answers.put(
                key(apiCall), new Answer(problem.code().status(), ApiConventions.PROBLEM, body));
        return this;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private String key(ApiCall<?, ?> apiCall) {
        URI at = apiCall.at(url());
        String query = at.getRawQuery() == null ? "" : "?" + at.getRawQuery();
        return apiCall.route().verb() + " " + at.getRawPath() + query;
    }

    /** All requests with their bodies: {@code POST /api/v1/notes {"text":"a"}}. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String accept = exchange.getRequestHeaders().getFirst("Accept");
        String prefix = "text/event-stream".equals(accept) ? "LIVE " : "";
        String call = prefix + exchange.getRequestMethod() + " " + exchange.getRequestURI();
        String requestBody = text(exchange.getRequestBody().readAllBytes());
        requests.add((call + " " + requestBody).strip());
        Answer once = answers.remove("ONCE " + call);
        Answer answer =
                once == null ? answers.getOrDefault(call, new Answer(418, "text/plain", "")) : once;
        boolean empty = answer.status() == 204;
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", answer.type());
        exchange.sendResponseHeaders(answer.status(), empty ? -1 : body.length);
        if (!empty) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
