package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Permission;
import slipway.base.Role;
import slipway.cli.AllRoutes;
import slipway.surface.api.PathParameter;
import slipway.surface.api.Route;
import slipway.surface.api.RouteAccess;
import tools.jackson.databind.JsonNode;

/** Every declared route, and every other method on its path, requested without sufficient permission. */
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("network")
class RouteAccessTest {

    /** Routes that need no permission. Adding one is a deliberate decision. */
    private static final Set<String> PUBLIC_ROUTES =
            Set.of(
                    "show-alive",
                    "show-ready",
                    "show-login",
                    "show-status",
                    "show-asset",
                    "show-openapi",
                    "sign-in",
                    "show-sign-in",
                    "begin-sign-on",
                    "finish-sign-on");

    private static final Set<String> SIGNED_IN_ROUTES =
            Set.of(
                    "show-me",
                    "sign-out",
                    "list-my-tokens",
                    "make-my-token",
                    "revoke-my-token",
                    "list-operations",
                    "show-operation",
                    "cancel-operation",
                    "list-teams",
                    "list-events",
                    "show-pilot",
                    "list-outcomes",
                    "plan-train",
                    "plan-finetune",
                    "plan-serve",
                    "plan-checkpoint",
                    "plan-capacity",
                    "plan-compare",
                    "list-webhooks",
                    "create-webhook",
                    "show-webhook",
                    "change-webhook",
                    "delete-webhook",
                    "test-webhook",
                    "rotate-webhook-secret",
                    "list-webhook-deliveries",
                    "show-webhook-delivery",
                    "retry-webhook-delivery",
                    "list-workloads",
                    "show-workload",
                    "cancel-workload",
                    "explain-workload",
                    "read-log",
                    "search-log",
                    "show-environment",
                    "list-vitals",
                    "visit-workload",
                    "follow-visit",
                    "show-workspace",
                    "enter-workspace",
                    "keep-workload",
                    "rank-workload",
                    "show-home",
                    "show-queue",
                    "show-ended",
                    "show-workload-page",
                    "show-plan",
                    "show-plan-finetune",
                    "show-plan-serve",
                    "show-plan-capacity",
                    "open-workspace",
                    "show-about",
                    "show-people",
                    "show-tokens",
                    "show-secrets",
                    "show-events",
                    "show-event",
                    "follow-changes",
                    "search");

    private static final List<String> METHODS =
            List.of("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "get");

    @TempDir static Path data;
    private static TwoTeamServer server;
    private static List<Route<?, ?>> routes;
    private static String otherTeamAdmin;
    private static String viewer;
    private static String restrictedLead;

    @BeforeAll
    static void open() {
        server = TwoTeamServer.in(data);
        routes = server.routes();
        otherTeamAdmin = server.newUser("oskar", TwoTeamServer.OTHER, "admin");
        viewer = server.newUser("vic", TwoTeamServer.TEAM, "viewer");
        restrictedLead = server.newUser("lena", TwoTeamServer.TEAM, "lead", "team:read");
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static String path(Route<?, ?> route) {
        String path = route.path();
        for (String part : route.parts()) {
            path = path.replace("{" + part + "}", PathParameter.named(part).example());
        }
        return path;
    }

    private static String body(Route<?, ?> route) {
        return route.hasRequest() ? route.request().example().toString() : "";
    }

    private static RawHttp.Response request(Route<?, ?> route, String token) {
        return server.request(route.verb().name(), path(route), token, body(route));
    }

    private static List<Route<?, ?>> routes(Class<? extends RouteAccess> access) {
        return routes.stream().filter(route -> access.isInstance(route.access())).toList();
    }

    private static Permission needed(Route<?, ?> route) {
        return switch (route.access()) {
            case RouteAccess.InTeam(var permission) -> permission;
            case RouteAccess.Anywhere(var permission) -> permission;
            case RouteAccess.Everywhere(var permission) -> permission;
            case RouteAccess.Public() -> throw new IllegalArgumentException(route.name());
            case RouteAccess.SignedIn() -> throw new IllegalArgumentException(route.name());
        };
    }

    @Test
    void routes_without_a_permission_are_listed_here() {
        assertThat(routes(RouteAccess.Public.class))
                .extracting(Route::name)
                .hasSameElementsAs(PUBLIC_ROUTES);
        assertThat(routes(RouteAccess.SignedIn.class))
                .extracting(Route::name)
                .hasSameElementsAs(SIGNED_IN_ROUTES);
    }

    @Test
    void a_path_with_a_team_requires_a_role_in_that_team() {
        assertThat(routes.stream().filter(route -> route.parts().contains("team")))
                .allSatisfy(
                        route -> assertThat(route.access()).isInstanceOf(RouteAccess.InTeam.class));
    }

    @Test
    void without_a_token_only_public_routes_answer() {
        long before = server.factCount();
        for (Route<?, ?> route : routes) {
            RawHttp.Response response =
                    server.requestWith(route.verb().name(), path(route), List.of(), body(route));
            if (route.isPublic()) {
                assertThat(response.status())
                        .as(route.toString())
                        .isNotEqualTo(403)
                        .isLessThan(500);
            } else {
                assertThat(response.status()).as(route.toString()).isEqualTo(401);
                assertThat(response.header("WWW-Authenticate")).contains("Bearer");
                assertThat(response.code()).isEqualTo("not-signed-in");
            }
        }
        assertThat(server.factCount()).isEqualTo(before);
    }

    @Test
    void an_admin_of_another_team_gets_404() {
        long before = server.factCount();
        for (Route<?, ?> route : routes(RouteAccess.InTeam.class)) {
            String there = path(route);
            String nowhere = there.replace("/teams/" + TwoTeamServer.TEAM, "/teams/no-such-team");
            RawHttp.Response hidden =
                    server.request(route.verb().name(), there, otherTeamAdmin, body(route));
            RawHttp.Response missing =
                    server.request(route.verb().name(), nowhere, otherTeamAdmin, body(route));
            assertThat(hidden.status()).as(route.toString()).isEqualTo(404);
            assertThat(normalized(hidden, TwoTeamServer.TEAM.value()))
                    .as(route.toString())
                    .isEqualTo(normalized(missing, "no-such-team"));
            assertThat(hidden.headers().keySet()).isEqualTo(missing.headers().keySet());
        }
        assertThat(server.factCount()).isEqualTo(before);
    }

    /** The response without request id and team name. */
    private static String normalized(RawHttp.Response response, String team) {
        return response.status()
                + response.body()
                        .replaceAll("\"request\":\"[^\"]*\"", "")
                        .replace("'" + team + "'", "'TEAM'");
    }

    @Test
    void an_invalid_request_to_a_hidden_team_gets_404_too() {
        for (Route<?, ?> route : routes(RouteAccess.InTeam.class)) {
            for (String nonsense : List.of("{", "[[[[", "{\"no\":\"such\"}")) {
                RawHttp.Response response =
                        server.request(
                                route.verb().name(),
                                path(route) + "?x=y",
                                otherTeamAdmin,
                                nonsense);
                assertThat(response.status()).as(route + " " + nonsense).isEqualTo(404);
            }
        }
    }

    @Test
    void a_viewer_is_denied_routes_beyond_the_role_and_nothing_changes() {
        long before = server.factCount();
        for (Route<?, ?> route : routes(RouteAccess.InTeam.class)) {
            RawHttp.Response response = request(route, viewer);
            if (needed(route).grantedTo(Role.VIEWER)) {
                assertThat(response.status()).as(route.toString()).isBetween(200, 299);
            } else {
                assertThat(response.status()).as(route.toString()).isEqualTo(403);
                assertThat(response.code()).isEqualTo("not-allowed");
            }
        }
        assertThat(server.factCount()).isEqualTo(before);
    }

    @Test
    void a_role_in_one_team_grants_no_global_permission() {
        long before = server.factCount();
        for (Route<?, ?> route : routes(RouteAccess.Everywhere.class)) {
            for (String token : List.of(viewer, otherTeamAdmin, restrictedLead)) {
                assertThat(request(route, token).status()).as(route.toString()).isEqualTo(403);
            }
        }
        assertThat(server.factCount()).isEqualTo(before);
    }

    @Test
    void a_role_in_any_team_grants_shared_routes_unless_the_token_is_restricted() {
        for (Route<?, ?> route : routes(RouteAccess.Anywhere.class)) {
            for (String token : List.of(viewer, otherTeamAdmin)) {
                assertThat(request(route, token).status())
                        .as(route.toString())
                        .isNotIn(401, 403)
                        .isLessThan(500);
            }
            assertThat(request(route, restrictedLead).status()).as(route.toString()).isEqualTo(403);
        }
    }

    @Test
    void a_restricted_token_has_only_its_own_permissions() {
        long before = server.factCount();
        for (Route<?, ?> route : routes(RouteAccess.InTeam.class)) {
            assertThat(request(route, restrictedLead).status())
                    .as(route.toString())
                    .isEqualTo(needed(route) == Permission.TEAM_READ ? 200 : 403);
        }
        assertThat(server.factCount()).isEqualTo(before);
    }

    @Test
    void every_other_method_gets_405_with_the_allowed_methods() {
        Map<String, Set<String>> offered = new TreeMap<>();
        for (Route<?, ?> route : routes) {
            offered.computeIfAbsent(path(route), _ -> new TreeSet<>()).add(route.verb().name());
        }
        long before = server.factCount();
        offered.forEach(
                (path, verbs) ->
                        METHODS.stream()
                                .filter(method -> !verbs.contains(method))
                                .forEach(method -> assertMethodNotAllowed(method, path, verbs)));
        assertThat(server.factCount()).isEqualTo(before);
    }

    private static void assertMethodNotAllowed(String method, String path, Set<String> verbs) {
        RawHttp.Response response = server.request(method, path, viewer, "{}");
        assertThat(response.status()).as(method + " " + path).isEqualTo(405);
        assertThat(response.header("Allow")).contains(String.join(", ", verbs));
        assertThat(response.code()).isEqualTo("wrong-method");
        boolean open =
                routes.stream().filter(route -> path(route).equals(path)).allMatch(Route::isPublic);
        RawHttp.Response anonymous = server.requestWith(method, path, List.of(), "{}");
        assertThat(anonymous.status()).as(method + " " + path).isEqualTo(open ? 405 : 401);
    }

    @Test
    void head_has_the_status_of_get_and_no_body() {
        for (Route<?, ?> route : routes) {
            if (route.verb().name().equals("GET")) {
                RawHttp.Response get = request(route, viewer);
                RawHttp.Response head = server.request("HEAD", path(route), viewer, "");
                assertThat(head.status()).as(route.toString()).isEqualTo(get.status());
                assertThat(head.body()).as(route.toString()).isEmpty();
            }
        }
    }

    @Test
    void no_request_of_an_administrator_is_a_server_error(@TempDir Path elsewhere) {
        try (TwoTeamServer own = TwoTeamServer.in(elsewhere)) {
            for (Route<?, ?> route : routes) {
                for (String body : bodies(route)) {
                    RawHttp.Response response =
                            own.request(route.verb().name(), path(route), own.local(), body);
                    assertThat(response.status()).as(route + " " + body).isBetween(200, 499);
                }
            }
        }
    }

    private static List<String> bodies(Route<?, ?> route) {
        return route.hasRequest()
                ? List.of(
                        body(route),
                        "null",
                        "[]",
                        "{}",
                        "{\"\":{}}",
                        "\"\"",
                        "-1e400",
                        "{\"text\":\"\\ud800\"}")
                : List.of("", "{}");
    }

    @Test
    void the_openapi_document_names_the_permission_of_every_operation() {
        JsonNode paths =
                TwoTeamServer.json(server.requestWith("GET", "/openapi.json", List.of(), ""))
                        .path("paths");
        Set<String> documented =
                paths.properties().stream()
                        .flatMap(
                                path ->
                                        path.getValue().properties().stream()
                                                .map(
                                                        each ->
                                                                each.getKey()
                                                                        + " "
                                                                        + path.getKey()
                                                                        + " "
                                                                        + each.getValue()
                                                                                .path(
                                                                                        "x-permission")
                                                                                .asString()
                                                                        + each.getValue()
                                                                                .has("security")))
                        .collect(Collectors.toCollection(TreeSet::new));
        assertThat(documented)
                .isEqualTo(
                        AllRoutes.LIST.stream()
                                .map(
                                        route ->
                                                route.verb()
                                                                .name()
                                                                .toLowerCase(java.util.Locale.ROOT)
                                                        + " "
                                                        + route.path()
                                                        + " "
                                                        + route.access().word()
                                                        + route.isPublic())
                                .collect(Collectors.toCollection(TreeSet::new)));
    }
}
