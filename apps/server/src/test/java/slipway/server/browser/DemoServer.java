package slipway.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import slipway.server.RawHttp;
import slipway.server.TestServer;
import slipway.surface.api.Route;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A platform with several teams and users. It can be restarted at the same address. */
final class DemoServer implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path data;
    private final URI url;
    private TestServer server;

    private DemoServer(Path data) {
        this.data = data;
        writePrices(data);
        this.server = TestServer.open(data);
        this.url = server.url();
    }

    static DemoServer in(Path data) {
        var server = new DemoServer(data);
        server.populate();
        return server;
    }

    /** Prices, so that pages show costs. */
    private static void writePrices(Path data) {
        try {
            Files.writeString(data.resolve("slipway.yaml"), "prices: {cpu: 0.04}\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void populate() {
        team("all", "language", "Language models");
        team("all", "vision", "Vision");
        team("vision", "robotics", "Robotics");
        team("all", "product", "Product");
        person("sam", "Sam Ortega", "all", "admin");
        person("mira", "Mira Lindqvist", "language", "lead");
        person("tom", "Tom Baker", "language", "member");
        person("eva", "Eva Marková", "vision", "lead");
        person("kofi", "Kofi Mensah", "robotics", "lead");
        person("lea", "Léa Fontaine", "product", "lead");
        person("noor", "Noor Haddad", "product", "member");
        call("POST", "/api/v1/teams/product/accounts", account("ci-product", "Deploy from CI"));
        call("POST", "/api/v1/teams/vision/accounts", account("edge-sync", "Camera gateways"));
        secret("language", "hub-token");
        secret("vision", "label-api");
        secret("product", "billing-key");
        String _ = token("kofi", "laptop");
        String _ = token("noor", "notebook");
        note("driver upgraded to 570.133 on every node");
        call("POST", "/api/v1/audit/seals", "");
        submitPending();
    }

    /** A pending workload on a drained node, which never runs. */
    private void submitPending() {
        String node =
                call("GET", "/api/v1/nodes", "").path("items").path(0).path("node").asString();
        call("POST", "/api/v1/nodes/" + node + "/drain", "{\"because\":\"Its fan is replaced.\"}");
        submit("run: python digits.py\nmax_duration: 2h", "digits");
        submit("run: python sweep.py", "sweep");
        call("POST", "/api/v1/workloads/sweep/cancel", "");
    }

    private void submit(String spec, String name) {
        var body = JSON.createObjectNode().put("spec", spec).put("name", name);
        call("POST", "/api/v1/teams/language/workloads", body.toString());
    }

    URI url() {
        return url;
    }

    List<Route<?, ?>> routes() {
        return server.platform().routes();
    }

    /** A token with every permission. */
    String adminToken() {
        return token("sam", "browser");
    }

    String token(String owner, String label) {
        String body = JSON.writeValueAsString(new TokenRequest(label, 300));
        return call("POST", "/api/v1/users/" + owner + "/tokens", body).path("text").asString();
    }

    private record TokenRequest(String label, int days) {}

    void revoke(String owner, String token) {
        String id = token.split("_", -1)[2].substring(0, 8);
        call("DELETE", "/api/v1/users/" + owner + "/tokens/" + id, "");
    }

    void team(String above, String name, String title) {
        var body = JSON.createObjectNode().put("team", name).put("title", title);
        call("POST", "/api/v1/teams/" + above + "/teams", body.toString());
    }

    void person(String name, String shown, String team, String role) {
        var body = JSON.createObjectNode().put("user", name).put("shown", shown);
        call("POST", "/api/v1/users", body.toString());
        String place = "/api/v1/teams/" + team + "/members/" + name;
        call("PUT", place, JSON.createObjectNode().put("role", role).toString());
    }

    void secret(String team, String name) {
        call("PUT", "/api/v1/teams/" + team + "/secrets/" + name, "{\"value\":\"hidden\"}");
    }

    void note(String text) {
        call("POST", "/api/v1/notes", JSON.createObjectNode().put("text", text).toString());
    }

    static String account(String name, String shown) {
        return JSON.createObjectNode()
                .put("account", name)
                .put("shown", shown)
                .put("role", "member")
                .toString();
    }

    /** Calls the API with the local token, which has every permission. */
    JsonNode call(String method, String path, String body) {
        List<String> headers = List.of("Authorization: Bearer " + server.localToken());
        var response = new RawHttp(url.toString()).send(method, path, headers, body);
        assertThat(response.status()).as(method + " " + path + response.body()).isBetween(200, 299);
        return JSON.readTree(response.body().isEmpty() ? "{}" : response.body());
    }

    void stop() {
        server.close();
    }

    void restart() {
        server = TestServer.open(data, "--port", String.valueOf(url.getPort()));
    }

    @Override
    public void close() {
        server.close();
    }
}
