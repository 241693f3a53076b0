package slipway.bench.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Server;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A user with a role and a token, all created through the API, so that a measurement covers the path of a user and
 * not the shorter path of the local token.
 */
record BenchmarkUser(Server server, String token) {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Adds the user to a running server. */
    static BenchmarkUser to(Server server) throws IOException, InterruptedException {
        return to(server, "bench");
    }

    /** Adds users to a running server: one may have only a hundred streams. */
    static List<BenchmarkUser> several(Server server, int count)
            throws IOException, InterruptedException {
        List<BenchmarkUser> users = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            users.add(to(server, "bench-" + i));
        }
        return users;
    }

    private static BenchmarkUser to(Server server, String name)
            throws IOException, InterruptedException {
        ask(
                server,
                "POST",
                "/api/v1/users",
                "{\"user\":\"%s\",\"shown\":\"Ada Bench\"}".formatted(name));
        ask(server, "PUT", "/api/v1/teams/all/members/" + name, "{\"role\":\"member\"}");
        String made =
                ask(
                        server,
                        "POST",
                        "/api/v1/users/" + name + "/tokens",
                        "{\"label\":\"bench\",\"days\":1}");
        JsonNode text = JSON.readTree(made).path("text");
        return new BenchmarkUser(server, text.stringValue());
    }

    private static String ask(Server server, String method, String path, String body)
            throws IOException, InterruptedException {
        return answered(
                server.request(path)
                        .header("Content-Type", "application/json")
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build());
    }

    /** Writes a note and returns the number of its event. */
    long note(String text) throws IOException, InterruptedException {
        String body = "{\"text\":\"" + text + "\"}";
        return JSON.readTree(ask(server, "POST", "/api/v1/notes", body)).path("seq").longValue();
    }

    /** The answer to a GET with the user's token. */
    byte[] get(String path) throws IOException, InterruptedException {
        HttpRequest request =
                server.request(path).setHeader("Authorization", "Bearer " + token).build();
        return answered(request).getBytes(StandardCharsets.UTF_8);
    }

    /** The bytes of a GET with the user's token. */
    byte[] request(String path, String accept) {
        return request(token, server.port(), path, accept);
    }

    /** The bytes of a GET from a server on this machine. */
    static byte[] request(String token, int port, String path, String accept) {
        String text =
                "GET "
                        + path
                        + " HTTP/1.1\r\nHost: 127.0.0.1:"
                        + port
                        + "\r\nAuthorization: Bearer "
                        + token
                        + "\r\nAccept: "
                        + accept
                        + "\r\n\r\n";
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String answered(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw BenchContext.notMeasured(
                    request.method() + " " + request.uri().getPath() + " was refused.",
                    answer.statusCode() + " " + answer.body(),
                    "Report it: a benchmark requests only actions of an admin.");
        }
        return answer.body();
    }
}
