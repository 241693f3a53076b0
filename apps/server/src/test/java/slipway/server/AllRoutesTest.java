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

/** Every declared route and every other method on its path, tried by everybody who should not get through. */
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("network")
class AllRoutesTest {

    /** Routes that ask for no permission. One more is a decision: whoever adds it says here that it is meant. */
    private static final Set<String> FOR_ANYBODY =
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

    private static final Set<String> FOR_WHOEVER_IS_SIGNED_IN =
            Set.of(
                    "show-me",
                    "sign-out",
                    "list-my-tokens",
                    "make-my-token",
                    "revoke-my-token",
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
    private static Estate estate;
    private static List<Route<?, ?>> routes;
    private static String neighbour;
    private static String viewer;
    private static String cutLead;

    @BeforeAll
    static void open() {
        estate = Estate.in(data);
        routes = estate.routes();
        neighbour = estate.newcomer("oskar", Estate.OTHER, "admin");
        viewer = estate.newcomer("vic", Estate.TEAM, "viewer");
        cutLead = estate.newcomer("lena", Estate.TEAM, "lead", "team:read");
    }

    @AfterAll
    static void close() {
        estate.close();
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

    private static Bare.Answer ask(Route<?, ?> route, String token) {
        return estate.ask(route.verb().name(), path(route), token, body(route));
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
    void what_needs_no_permission_is_named_here_one_by_one() {
        assertThat(routes(RouteAccess.Public.class))
                .extracting(Route::name)
                .hasSameElementsAs(FOR_ANYBODY);
        assertThat(routes(RouteAccess.SignedIn.class))
                .extracting(Route::name)
                .hasSameElementsAs(FOR_WHOEVER_IS_SIGNED_IN);
    }

    @Test
    void a_path_with_a_team_in_it_asks_for_a_role_in_that_very_team() {
        assertThat(routes.stream().filter(route -> route.parts().contains("team")))
                .allSatisfy(
                        route -> assertThat(route.access()).isInstanceOf(RouteAccess.InTeam.class));
    }

    @Test
    void whoever_shows_nothing_gets_no_farther_than_the_door() {
        long before = estate.facts();
        for (Route<?, ?> route : routes) {
            Bare.Answer answer =
                    estate.askWith(route.verb().name(), path(route), List.of(), body(route));
            if (route.isPublic()) {
                assertThat(answer.status()).as(route.toString()).isNotEqualTo(403).isLessThan(500);
            } else {
                assertThat(answer.status()).as(route.toString()).isEqualTo(401);
                assertThat(answer.header("WWW-Authenticate")).contains("Bearer");
                assertThat(answer.code()).isEqualTo("not-signed-in");
            }
        }
        assertThat(estate.facts()).isEqualTo(before);
    }

    @Test
    void for_the_admin_of_another_team_this_team_does_not_exist() {
        long before = estate.facts();
        for (Route<?, ?> route : routes(RouteAccess.InTeam.class)) {
            String there = path(route);
            String nowhere = there.replace("/teams/" + Estate.TEAM, "/teams/nobody-has-this");
            Bare.Answer hidden = estate.ask(route.verb().name(), there, neighbour, body(route));
            Bare.Answer missing = estate.ask(route.verb().name(), nowhere, neighbour, body(route));
            assertThat(hidden.status()).as(route.toString()).isEqualTo(404);
            assertThat(alike(hidden, Estate.TEAM.value()))
                    .as(route.toString())
                    .isEqualTo(alike(missing, "nobody-has-this"));
            assertThat(hidden.headers().keySet()).isEqualTo(missing.headers().keySet());
        }
        assertThat(estate.facts()).isEqualTo(before);
    }

    /** The answer without what differs between any two requests. */
    private static String alike(Bare.Answer answer, String team) {
        return answer.status()
                + answer.body()
                        .replaceAll("\"request\":\"[^\"]*\"", "")
                        .replace("'" + team + "'", "'TEAM'");
    }

    @Test
    void whoever_sends_nonsense_to_a_hidden_team_learns_no_more_than_who_sends_sense() {
        for (Route<?, ?> route : routes(RouteAccess.InTeam.class)) {
            for (String nonsense : List.of("{", "[[[[", "{\"no\":\"such\"}")) {
                Bare.Answer answer =
                        estate.ask(route.verb().name(), path(route) + "?x=y", neighbour, nonsense);
                assertThat(answer.status()).as(route + " " + nonsense).isEqualTo(404);
            }
        }
    }

    @Test
    void a_viewer_is_refused_all_that_a_viewer_may_not_and_nothing_changes() {
        long before = estate.facts();
        for (Route<?, ?> route : routes(RouteAccess.InTeam.class)) {
            Bare.Answer answer = ask(route, viewer);
            if (needed(route).grantedTo(Role.VIEWER)) {
                assertThat(answer.status()).as(route.toString()).isBetween(200, 299);
            } else {
                assertThat(answer.status()).as(route.toString()).isEqualTo(403);
                assertThat(answer.code()).isEqualTo("not-allowed");
            }
        }
        assertThat(estate.facts()).isEqualTo(before);
    }

    @Test
    void a_role_in_one_team_opens_nothing_that_is_everybodys() {
        long before = estate.facts();
        for (Route<?, ?> route : routes(RouteAccess.Everywhere.class)) {
            for (String token : List.of(viewer, neighbour, cutLead)) {
                assertThat(ask(route, token).status()).as(route.toString()).isEqualTo(403);
            }
        }
        assertThat(estate.facts()).isEqualTo(before);
    }

    @Test
    void a_role_in_one_team_opens_what_everybody_works_with_unless_the_token_is_cut_down() {
        for (Route<?, ?> route : routes(RouteAccess.Anywhere.class)) {
            for (String token : List.of(viewer, neighbour)) {
                assertThat(ask(route, token).status())
                        .as(route.toString())
                        .isNotIn(401, 403)
                        .isLessThan(500);
            }
            assertThat(ask(route, cutLead).status()).as(route.toString()).isEqualTo(403);
        }
    }

    @Test
    void a_token_that_is_cut_down_does_only_what_was_left_to_it() {
        long before = estate.facts();
        for (Route<?, ?> route : routes(RouteAccess.InTeam.class)) {
            assertThat(ask(route, cutLead).status())
                    .as(route.toString())
                    .isEqualTo(needed(route) == Permission.TEAM_READ ? 200 : 403);
        }
        assertThat(estate.facts()).isEqualTo(before);
    }

    @Test
    void every_other_method_on_a_path_is_answered_with_those_there_are() {
        Map<String, Set<String>> offered = new TreeMap<>();
        for (Route<?, ?> route : routes) {
            offered.computeIfAbsent(path(route), _ -> new TreeSet<>()).add(route.verb().name());
        }
        long before = estate.facts();
        offered.forEach(
                (path, verbs) ->
                        METHODS.stream()
                                .filter(method -> !verbs.contains(method))
                                .forEach(method -> wrong(method, path, verbs)));
        assertThat(estate.facts()).isEqualTo(before);
    }

    private static void wrong(String method, String path, Set<String> verbs) {
        Bare.Answer answer = estate.ask(method, path, viewer, "{}");
        assertThat(answer.status()).as(method + " " + path).isEqualTo(405);
        assertThat(answer.header("Allow")).contains(String.join(", ", verbs));
        assertThat(answer.code()).isEqualTo("wrong-method");
        boolean open =
                routes.stream().filter(route -> path(route).equals(path)).allMatch(Route::isPublic);
        Bare.Answer stranger = estate.askWith(method, path, List.of(), "{}");
        assertThat(stranger.status()).as(method + " " + path).isEqualTo(open ? 405 : 401);
    }

    @Test
    void head_is_answered_as_get_is_but_without_a_body() {
        for (Route<?, ?> route : routes) {
            if (route.verb().name().equals("GET")) {
                Bare.Answer get = ask(route, viewer);
                Bare.Answer head = estate.ask("HEAD", path(route), viewer, "");
                assertThat(head.status()).as(route.toString()).isEqualTo(get.status());
                assertThat(head.body()).as(route.toString()).isEmpty();
            }
        }
    }

    @Test
    void whoever_may_do_everything_meets_no_mistake_of_the_server(@TempDir Path elsewhere) {
        try (Estate own = Estate.in(elsewhere)) {
            for (Route<?, ?> route : routes) {
                for (String body : bodies(route)) {
                    Bare.Answer answer =
                            own.ask(route.verb().name(), path(route), own.local(), body);
                    assertThat(answer.status()).as(route + " " + body).isBetween(200, 499);
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
    void the_document_says_of_every_operation_who_may_call_it() {
        JsonNode paths =
                Estate.json(estate.askWith("GET", "/openapi.json", List.of(), "")).path("paths");
        Set<String> said =
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
        assertThat(said)
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
