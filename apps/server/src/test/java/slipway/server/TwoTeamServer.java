package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import slipway.base.TeamId;
import slipway.surface.api.PathParameter;
import slipway.surface.api.Route;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The whole platform in this process with two isolated teams. The people, service accounts and secrets of the example
 * paths exist; {@link TeamObjects} adds workloads and everything else that a path can name.
 */
public final class TwoTeamServer implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Set<String> CLIENTS = Set.of("api", "web", "cli");

    /** The team of the examples. */
    public static final TeamId TEAM = new TeamId(PathParameter.TEAM.example());

    /** A team without access to it. */
    public static final TeamId OTHER = new TeamId("next-door");

    private final TestServer server;
    private final RawHttp http;
    private final String local;

    private TwoTeamServer(TestServer server) {
        this.server = server;
        this.http = new RawHttp(server.url().toString());
        this.local = server.localToken();
    }

    public static TwoTeamServer in(Path data) {
        var server = new TwoTeamServer(TestServer.open(data));
        server.populate();
        return server;
    }

    /** The same server after a restart. */
    static TwoTeamServer again(Path data) {
        return new TwoTeamServer(TestServer.open(data));
    }

    private void populate() {
        for (TeamId team : List.of(TEAM, OTHER)) {
            create("POST", "/api/v1/teams/all/teams", "{\"team\":\"" + team + "\"}");
        }
        person(PathParameter.USER.example(), TEAM, "member");
        create(
                "POST",
                team("/accounts"),
                "{\"account\":\"%s\",\"shown\":\"CI\",\"role\":\"member\"}"
                        .formatted(PathParameter.ACCOUNT.example()));
        create("PUT", team("/secrets/" + PathParameter.SECRET.example()), "{\"value\":\"hidden\"}");
        create("POST", "/api/v1/audit/seals", "");
    }

    public static String team(String path) {
        return "/api/v1/teams/" + TEAM + path;
    }

    public RawHttp http() {
        return http;
    }

    /** The local token, which has every permission. */
    public String local() {
        return local;
    }

    public void person(String name, TeamId team, String role) {
        create("POST", "/api/v1/users", "{\"user\":\"%s\",\"shown\":\"%s\"}".formatted(name, name));
        create("PUT", "/api/v1/teams/" + team + "/members/" + name, "{\"role\":\"" + role + "\"}");
    }

    /** A new token of a user, restricted to the given permissions if there are any. */
    public String token(String owner, String... only) {
        String cut = only.length == 0 ? "" : ",\"only\":[\"" + String.join("\",\"", only) + "\"]";
        return create(
                        "POST",
                        "/api/v1/users/" + owner + "/tokens",
                        "{\"label\":\"test\",\"days\":30" + cut + "}")
                .path("text")
                .asString();
    }

    /** Creates a user with one role and returns a token. */
    public String newUser(String name, TeamId team, String role, String... only) {
        person(name, team, role);
        return token(name, only);
    }

    private JsonNode create(String method, String path, String body) {
        RawHttp.Response response = request(method, path, local, body);
        assertThat(response.status()).as(method + " " + path + response.body()).isBetween(200, 299);
        return json(response);
    }

    /** Sends a request with a token and checks what every response must have. */
    public RawHttp.Response request(String method, String path, String token, String body) {
        return requestWith(method, path, List.of("Authorization: Bearer " + token), body);
    }

    public RawHttp.Response requestWith(
            String method, String path, List<String> headers, String body) {
        return ResponseChecks.check(method + " " + path, http.send(method, path, headers, body));
    }

    public static JsonNode json(RawHttp.Response response) {
        return JSON.readTree(response.body());
    }

    List<Route<?, ?>> routes() {
        return server.platform().routes();
    }

    /** Counts the facts that clients caused. Every change by a request adds one. */
    public long factCount() {
        long count = 0;
        String next = "";
        do {
            JsonNode page = json(request("GET", "/api/v1/events?limit=1000" + next, local, ""));
            for (JsonNode event : page.path("items")) {
                count += CLIENTS.contains(event.path("via").asString()) ? 1 : 0;
            }
            next = page.has("next") ? "&after=" + page.path("next").asString() : "";
        } while (!next.isEmpty());
        return count;
    }

    @Override
    public void close() {
        server.close();
    }
}
