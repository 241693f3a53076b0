package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.PathParameter;
import slipway.surface.api.Route;
import slipway.testkit.Await;
import tools.jackson.databind.JsonNode;

/**
 * Real objects of one team, for every parameter of a path: a running job, a workspace, a pilot, an exec, tokens, a
 * secret. They are made with the token of the team's admin, who owns them.
 */
final class TeamObjects {

    private static final String WORKLOADS = TwoTeamServer.team("/workloads");
    private static final String JOB = "resources: {cpus: 0.1, memory: 50MB}\nrun: sleep 600";
    private static final String WORKSPACE =
            """
            kind: workspace
            resources: {cpus: 0.1, memory: 100MB}
            run: |
              exec python3 -c "
              import os, socketserver
              from http.server import BaseHTTPRequestHandler
              socketserver.UnixStreamServer(os.environ['SLIPWAY_SOCKET'], BaseHTTPRequestHandler).serve_forever()"
            """;

    /** Routes whose object is a workspace, a pilot or a measurement rather than any workload. */
    private static final Set<String> WORKSPACE_ROUTES =
            Set.of("show-workspace", "enter-workspace", "open-workspace", "keep-workload");

    /** Routes that repair a failure; a healthy server refuses them. */
    static final Set<String> AFTER_A_FAILURE = Set.of("skip-event", "retire-reader");

    /** Required query parameters. */
    private static final Map<String, String> QUERIES = Map.of("search-log", "?pattern=loss");

    private static final String TOKEN_BODY = "{\"label\":\"ci\",\"days\":1}";

    /** Bodies, where the example does not fit the objects. */
    private static final Map<String, String> BODIES =
            Map.ofEntries(
                    Map.entry("change-team", "{\"title\":\"Vision\"}"),
                    Map.entry("change-user", "{\"shown\":\"Mira L.\"}"),
                    Map.entry("measure-nodes", "{\"nodes\":[]}"),
                    Map.entry("add-user", "{\"user\":\"nora\",\"shown\":\"Nora\"}"),
                    Map.entry("visit-workload", "{\"command\":[\"true\"]}"),
                    Map.entry("submit-workload", "{\"spec\":\"run: 'true'\"}"),
                    Map.entry("rehearse-workload", "{\"spec\":\"run: 'true'\"}"),
                    Map.entry(
                            "create-webhook",
                            "{\"url\":\"https://hooks.example.org/x\",\"types\":[\"*\"],\"team\":\"%s\"}"
                                    .formatted(TwoTeamServer.TEAM)),
                    Map.entry("make-account-token", TOKEN_BODY),
                    Map.entry("make-user-token", TOKEN_BODY),
                    Map.entry("make-my-token", TOKEN_BODY),
                    Map.entry(
                            "make-account",
                            "{\"account\":\"ci-new\",\"shown\":\"CI\",\"role\":\"member\"}"));

    /** The changes that remove the object of other routes come last, the innermost object first. */
    static final Comparator<Route<?, ?>> REMOVALS_LAST =
            Comparator.<Route<?, ?>, Boolean>comparing(route -> route.verb() == HttpMethod.DELETE)
                    .thenComparing(route -> route.name().equals("cancel-workload"))
                    .thenComparing(
                            Comparator.<Route<?, ?>>comparingInt(route -> route.parts().size())
                                    .reversed())
                    .thenComparing(Route::name);

    private final TwoTeamServer server;
    private final String owner;
    private final Map<PathParameter, String> shared = new EnumMap<>(PathParameter.class);
    private final String workspace;
    private final String pilot;
    private final String measurement;

    private TeamObjects(TwoTeamServer server, TeamObjects made) {
        this.server = server;
        this.owner = made.owner;
        this.workspace = made.workspace;
        this.pilot = made.pilot;
        this.measurement = made.measurement;
        shared.putAll(made.shared);
    }

    TeamObjects(TwoTeamServer server, String owner) {
        this.server = server;
        this.owner = owner;
        shared.put(PathParameter.TEAM, TwoTeamServer.TEAM.value());
        shared.put(PathParameter.USER, PathParameter.USER.example());
        shared.put(PathParameter.ACCOUNT, PathParameter.ACCOUNT.example());
        shared.put(PathParameter.SECRET, PathParameter.SECRET.example());
        shared.put(PathParameter.SEAL, "1");
        shared.put(PathParameter.OPERATION, endedOperation());
        shared.put(PathParameter.NODE, first("/api/v1/nodes").path("node").asString());
        shared.put(PathParameter.WORKLOAD, submit("digits", JOB));
        workspace = submit("notebook", WORKSPACE);
        pilot = submit("digits-pilot", "pilot: {steps: 14}\n" + JOB);
        measurement =
                call(server.local(), "POST", "/api/v1/plan/measurements", "{\"nodes\":[]}")
                        .path("measurements")
                        .path(0)
                        .path("id")
                        .asString();
        shared.put(PathParameter.ENTRY, teamEvent());
        awaitState(shared(PathParameter.WORKLOAD), "running");
        Await.until(
                () ->
                        call(owner, "GET", workloadPath(workspace) + "/workspace", "")
                                .path("listens")
                                .booleanValue());
        shared.put(PathParameter.VISIT, exec());
        shared.put(PathParameter.WEBHOOK, webhook());
        shared.put(PathParameter.DELIVERY, delivery());
    }

    /** The same objects after a restart of their server. */
    TeamObjects in(TwoTeamServer restarted) {
        return new TeamObjects(restarted, this);
    }

    /** The path of a route to objects that exist; what the route would remove is made for it. */
    String path(Route<?, ?> route) {
        String path = route.path();
        for (String part : route.parts()) {
            path = path.replace("{" + part + "}", value(route, PathParameter.named(part)));
        }
        return path;
    }

    /** Requests a route with a body that fits the objects. */
    RawHttp.Response send(Route<?, ?> route, String path, String token, String... headers) {
        List<String> all = new ArrayList<>(List.of(headers));
        all.add("Authorization: Bearer " + token);
        String body = route.hasRequest() ? route.request().example().toString() : "";
        return server.requestWith(
                route.verb().name(),
                path + QUERIES.getOrDefault(route.name(), ""),
                all,
                BODIES.getOrDefault(route.name(), body));
    }

    private String value(Route<?, ?> route, PathParameter part) {
        return switch (part) {
            case TEAM ->
                    route.name().equals("remove-team") ? emptyTeam() : TwoTeamServer.TEAM.value();
            case TOKEN -> token(route);
            case WORKLOAD -> workload(route);
            case USER, ACCOUNT, SECRET, SEAL, ENTRY, NODE, VISIT, WEBHOOK, DELIVERY, OPERATION ->
                    shared(part);
            case READER -> part.example();
            case ASSET -> throw new IllegalArgumentException("An asset has no owner: " + route);
        };
    }

    private String workload(Route<?, ?> route) {
        return switch (route.name()) {
            case "show-pilot" -> pilot;
            case "show-measurement" -> measurement;
            default ->
                    WORKSPACE_ROUTES.contains(route.name())
                            ? workspace
                            : shared(PathParameter.WORKLOAD);
        };
    }

    private String shared(PathParameter part) {
        return Objects.requireNonNull(shared.get(part), part.name());
    }

    private String emptyTeam() {
        call(owner, "POST", TwoTeamServer.team("/teams"), "{\"team\":\"empty-handed\"}");
        return "empty-handed";
    }

    private String token(Route<?, ?> route) {
        String tokens = route.path().replaceFirst("/\\{token}$", "");
        for (PathParameter part : Set.of(PathParameter.TEAM, PathParameter.USER)) {
            tokens = tokens.replace("{" + part.word() + "}", shared(part));
        }
        tokens = tokens.replace("{account}", shared(PathParameter.ACCOUNT));
        String maker = tokens.startsWith("/api/v1/users/") ? server.local() : owner;
        return call(maker, "POST", tokens, "{\"label\":\"test\",\"days\":1}")
                .path("token")
                .asString();
    }

    private String submit(String name, String spec) {
        String body =
                "{\"name\":\"%s\",\"spec\":\"%s\"}"
                        .formatted(name, spec.replace("\"", "\\\"").replace("\n", "\\n"));
        return call(owner, "POST", WORKLOADS, body).path("id").asString();
    }

    /** Its end is an event, which must not happen while the test counts events. */
    private String endedOperation() {
        String id = call(server.local(), "POST", "/api/v1/audit/checks", "").path("id").asString();
        awaitOperation(id);
        return id;
    }

    void awaitOperation(String id) {
        Await.until(
                () ->
                        call(server.local(), "GET", "/api/v1/operations/" + id, "")
                                .path("state")
                                .asString()
                                .equals("succeeded"));
    }

    private String exec() {
        String path = workloadPath(shared(PathParameter.WORKLOAD)) + "/visits";
        return call(owner, "POST", path, "{\"command\":[\"sleep\",\"600\"]}")
                .path("visit")
                .asString();
    }

    /** Its receiver does not exist, so that a message fails at once. */
    private String webhook() {
        String body =
                "{\"url\":\"http://hooks.invalid/\",\"types\":[\"node.*\"],\"team\":\"%s\"}"
                        .formatted(TwoTeamServer.TEAM);
        return call(owner, "POST", "/api/v1/webhooks", body).path("webhook").path("id").asString();
    }

    private String delivery() {
        String path = "/api/v1/webhooks/" + shared(PathParameter.WEBHOOK);
        call(owner, "POST", path + "/test", "");
        Await.until(
                () ->
                        !call(owner, "GET", path + "/deliveries?status=failed", "")
                                .path("items")
                                .isEmpty());
        return call(owner, "GET", path + "/deliveries", "")
                .path("items")
                .path(0)
                .path("id")
                .asString();
    }

    private static String workloadPath(String workload) {
        return "/api/v1/workloads/" + workload;
    }

    private void awaitState(String workload, String state) {
        Await.until(
                () ->
                        call(owner, "GET", workloadPath(workload), "")
                                .path("state")
                                .asString()
                                .equals(state));
    }

    private String teamEvent() {
        for (JsonNode event : call(owner, "GET", "/api/v1/events?limit=1000", "").path("items")) {
            if (event.path("team").asString("").equals(TwoTeamServer.TEAM.value())) {
                return event.path("seq").asString();
            }
        }
        throw new IllegalStateException("The team has no event");
    }

    private JsonNode first(String list) {
        return call(server.local(), "GET", list, "").path("items").path(0);
    }

    private JsonNode call(String token, String method, String path, String body) {
        RawHttp.Response response = server.request(method, path, token, body);
        assertThat(response.status()).as(method + " " + path + response.body()).isBetween(200, 299);
        return TwoTeamServer.json(response);
    }

    /** Jobs outlive the server, so they are cancelled first. */
    void end() {
        JsonNode live = call(server.local(), "GET", "/api/v1/workloads", "").path("items");
        for (JsonNode each : live) {
            String path = workloadPath(each.path("id").asString()) + "/cancel";
            server.request("POST", path, server.local(), "");
        }
        Await.until(
                () -> call(server.local(), "GET", "/api/v1/workloads", "").path("items").isEmpty());
    }
}
