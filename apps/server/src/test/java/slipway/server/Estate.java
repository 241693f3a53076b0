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
 * The whole platform in this process with two teams in it that must not meet. Everything that the examples of paths
 * name is there, so that a way in which should be shut would lead somewhere.
 */
public final class Estate implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Set<String> DOORS = Set.of("api", "web", "cli");

    /** The team of the examples. */
    public static final TeamId TEAM = new TeamId(PathParameter.TEAM.example());

    /** A neighbour that must not see it. */
    public static final TeamId OTHER = new TeamId("next-door");

    private final House house;
    private final Bare bare;
    private final String local;

    private Estate(House house) {
        this.house = house;
        this.bare = new Bare(house.url().toString());
        this.local = house.localToken();
    }

    public static Estate in(Path data) {
        var estate = new Estate(House.open(data));
        estate.furnish();
        return estate;
    }

    private void furnish() {
        for (TeamId team : List.of(TEAM, OTHER)) {
            make("POST", "/api/v1/teams/all/teams", "{\"team\":\"" + team + "\"}");
        }
        person(PathParameter.USER.example(), TEAM, "member");
        make(
                "POST",
                team("/accounts"),
                "{\"account\":\"%s\",\"shown\":\"CI\",\"role\":\"member\"}"
                        .formatted(PathParameter.ACCOUNT.example()));
        make("PUT", team("/secrets/" + PathParameter.SECRET.example()), "{\"value\":\"hidden\"}");
        make("POST", "/api/v1/audit/seals", "");
    }

    public static String team(String path) {
        return "/api/v1/teams/" + TEAM + path;
    }

    public Bare bare() {
        return bare;
    }

    /** The token of this machine's user, who may do everything. */
    public String local() {
        return local;
    }

    public void person(String name, TeamId team, String role) {
        make("POST", "/api/v1/users", "{\"user\":\"%s\",\"shown\":\"%s\"}".formatted(name, name));
        make("PUT", "/api/v1/teams/" + team + "/members/" + name, "{\"role\":\"" + role + "\"}");
    }

    /** A new token of somebody, cut down to some permissions, if any are named. */
    public String token(String owner, String... only) {
        String cut = only.length == 0 ? "" : ",\"only\":[\"" + String.join("\",\"", only) + "\"]";
        return make(
                        "POST",
                        "/api/v1/users/" + owner + "/tokens",
                        "{\"label\":\"test\",\"days\":30" + cut + "}")
                .path("text")
                .asString();
    }

    /** Somebody new with one role, by a token. */
    public String newcomer(String name, TeamId team, String role, String... only) {
        person(name, team, role);
        return token(name, only);
    }

    private JsonNode make(String method, String path, String body) {
        Bare.Answer answer = ask(method, path, local, body);
        assertThat(answer.status()).as(method + " " + path + answer.body()).isBetween(200, 299);
        return json(answer);
    }

    /** Sends it with a token, and looks at what every answer must have. */
    public Bare.Answer ask(String method, String path, String token, String body) {
        return askWith(method, path, List.of("Authorization: Bearer " + token), body);
    }

    public Bare.Answer askWith(String method, String path, List<String> headers, String body) {
        return Decency.check(method + " " + path, bare.send(method, path, headers, body));
    }

    public static JsonNode json(Bare.Answer answer) {
        return JSON.readTree(answer.body());
    }

    List<Route<?, ?>> routes() {
        return house.platform().routes();
    }

    /** How many facts came in by the door: whatever changes something adds one. What the house notes is not counted. */
    public long facts() {
        long count = 0;
        String next = "";
        do {
            JsonNode page = json(ask("GET", "/api/v1/events?limit=1000" + next, local, ""));
            for (JsonNode event : page.path("items")) {
                count += DOORS.contains(event.path("via").asString()) ? 1 : 0;
            }
            next = page.has("next") ? "&after=" + page.path("next").asString() : "";
        } while (!next.isEmpty());
        return count;
    }

    @Override
    public void close() {
        house.close();
    }
}
