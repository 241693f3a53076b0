package slipway.bench.kit;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls a server over HTTP, as a user's program does. */
public record ApiCaller(Server server) {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** The answer with any status. */
    public record Answer(int status, String text) {

        public JsonNode json() {
            return JSON.readTree(text);
        }
    }

    public JsonNode get(String path) throws IOException, InterruptedException {
        return requireSuccess(server.request(path).build());
    }

    /** POST with a body of JSON. */
    public JsonNode post(String path, Object body) throws IOException, InterruptedException {
        return requireSuccess(sending("POST", path, body).build());
    }

    /** POST with a body that is JSON already. */
    public JsonNode postText(String path, String body) throws IOException, InterruptedException {
        return requireSuccess(
                server.request(path)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build());
    }

    /** PUT with a body of JSON. */
    public void put(String path, Object body) throws IOException, InterruptedException {
        var _ = requireSuccess(sending("PUT", path, body).build());
    }

    /** The same under an idempotency key; the caller judges the answer. */
    public Answer post(String path, Object body, String key)
            throws IOException, InterruptedException {
        return answer(sending("POST", path, body).header("Idempotency-Key", key).build());
    }

    private HttpRequest.Builder sending(String method, String path, Object body) {
        return server.request(path)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)));
    }

    private static Answer answer(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        return new Answer(answer.statusCode(), answer.body());
    }

    private static JsonNode requireSuccess(HttpRequest request)
            throws IOException, InterruptedException {
        Answer answer = answer(request);
        if (answer.status() / 100 != 2) {
            throw BenchContext.notMeasured(
                    request.method() + " " + request.uri().getPath() + " was refused.",
                    answer.status() + " " + answer.text(),
                    "Report it: a benchmark requests only actions of an admin.");
        }
        return answer.json();
    }

    /** Every item of a list, page by page. */
    public void each(String path, Consumer<JsonNode> item)
            throws IOException, InterruptedException {
        String first = path + (path.contains("?") ? "&" : "?") + "limit=500";
        Optional<String> next = Optional.of("");
        while (next.isPresent()) {
            String after = next.get().isEmpty() ? "" : "&after=" + next.get();
            JsonNode page = get(first + after);
            page.get("items").forEach(item);
            next = Optional.ofNullable(page.path("next").stringValue(null));
        }
    }
}
