package slipway.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import slipway.server.Bare;
import slipway.server.House;
import slipway.surface.api.Route;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A platform with the people and teams of the mocks on it. It can be stopped, and started again where it was. */
final class Company implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path data;
    private final URI url;
    private House house;

    private Company(Path data) {
        this.data = data;
        price(data);
        this.house = House.open(data);
        this.url = house.url();
    }

    static Company in(Path data) {
        var company = new Company(data);
        company.furnish();
        return company;
    }

    /** So that pages have money to show. */
    private static void price(Path data) {
        try {
            Files.writeString(data.resolve("slipway.yaml"), "prices: {cpu: 0.04}\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void furnish() {
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
        does("POST", "/api/v1/teams/product/accounts", account("ci-product", "Deploy from CI"));
        does("POST", "/api/v1/teams/vision/accounts", account("edge-sync", "Camera gateways"));
        secret("language", "hub-token");
        secret("vision", "label-api");
        secret("product", "billing-key");
        String _ = token("kofi", "laptop");
        String _ = token("noor", "notebook");
        note("driver upgraded to 570.133 on every node");
        does("POST", "/api/v1/audit/seals", "");
        queue();
    }

    /** A workload that waits for ever, because its node is drained: nothing of it ever runs. */
    private void queue() {
        String node =
                does("GET", "/api/v1/nodes", "").path("items").path(0).path("node").asString();
        does("POST", "/api/v1/nodes/" + node + "/drain", "{\"because\":\"Its fan is replaced.\"}");
        submit("run: python digits.py\nmax_duration: 2h", "digits");
        submit("run: python sweep.py", "sweep");
        does("POST", "/api/v1/workloads/sweep/cancel", "");
    }

    private void submit(String spec, String name) {
        var wish = JSON.createObjectNode().put("spec", spec).put("name", name);
        does("POST", "/api/v1/teams/language/workloads", wish.toString());
    }

    URI url() {
        return url;
    }

    List<Route<?, ?>> routes() {
        return house.platform().routes();
    }

    /** For somebody who may do everything. */
    String adminToken() {
        return token("sam", "browser");
    }

    String token(String owner, String label) {
        String wish = JSON.writeValueAsString(new Wish(label, 300));
        return does("POST", "/api/v1/users/" + owner + "/tokens", wish).path("text").asString();
    }

    private record Wish(String label, int days) {}

    void revoke(String owner, String token) {
        String id = token.split("_", -1)[2].substring(0, 8);
        does("DELETE", "/api/v1/users/" + owner + "/tokens/" + id, "");
    }

    void team(String above, String name, String title) {
        var wish = JSON.createObjectNode().put("team", name).put("title", title);
        does("POST", "/api/v1/teams/" + above + "/teams", wish.toString());
    }

    void person(String name, String shown, String team, String role) {
        var wish = JSON.createObjectNode().put("user", name).put("shown", shown);
        does("POST", "/api/v1/users", wish.toString());
        String place = "/api/v1/teams/" + team + "/members/" + name;
        does("PUT", place, JSON.createObjectNode().put("role", role).toString());
    }

    void secret(String team, String name) {
        does("PUT", "/api/v1/teams/" + team + "/secrets/" + name, "{\"value\":\"hidden\"}");
    }

    void note(String text) {
        does("POST", "/api/v1/notes", JSON.createObjectNode().put("text", text).toString());
    }

    static String account(String name, String shown) {
        return JSON.createObjectNode()
                .put("account", name)
                .put("shown", shown)
                .put("role", "member")
                .toString();
    }

    /** By this machine's own user, who may do everything. */
    JsonNode does(String method, String path, String body) {
        List<String> headers = List.of("Authorization: Bearer " + house.localToken());
        var answer = new Bare(url.toString()).send(method, path, headers, body);
        assertThat(answer.status()).as(method + " " + path + answer.body()).isBetween(200, 299);
        return JSON.readTree(answer.body().isEmpty() ? "{}" : answer.body());
    }

    void stop() {
        house.close();
    }

    void startAgain() {
        house = House.open(data, "--port", String.valueOf(url.getPort()));
    }

    @Override
    public void close() {
        house.close();
    }
}
