package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Role;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.RouteAccess;
import slipway.testkit.Needs;

/** Every route with an object in its path, requested for objects that exist: by their owner, a viewer, another team. */
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("network")
class ObjectAccessTest {

    /**
     * A token and an operation are visible to their users only; an exec, an opened workspace and a webhook are for
     * those who may write.
     */
    private static final Map<String, Integer> NOT_FOR_VIEWERS =
            Map.of(
                    "revoke-my-token", 404,
                    "show-operation", 404,
                    "cancel-operation", 404,
                    "follow-visit", 403,
                    "open-workspace", 403,
                    "show-webhook", 403,
                    "list-webhook-deliveries", 403,
                    "show-webhook-delivery", 403);

    @TempDir static Path data;
    private static TwoTeamServer server;
    private static TeamObjects objects;
    private static String owner;
    private static String viewer;
    private static String otherTeamAdmin;

    @BeforeAll
    static void open() {
        Needs.command("python3", "python3");
        server = TwoTeamServer.in(data);
        owner = server.newUser("ada", TwoTeamServer.TEAM, "admin");
        viewer = server.newUser("vic", TwoTeamServer.TEAM, "viewer");
        otherTeamAdmin = server.newUser("oskar", TwoTeamServer.OTHER, "admin");
        objects = new TeamObjects(server, owner);
    }

    @AfterAll
    static void close() {
        objects.end();
        server.close();
    }

    private static Map<Route<?, ?>, String> paths() {
        Map<Route<?, ?>, String> paths = new LinkedHashMap<>();
        server.routes().stream()
                .filter(route -> !route.parts().isEmpty() && !route.isPublic())
                .sorted(TeamObjects.REMOVALS_LAST)
                .forEach(route -> paths.put(route, objects.path(route)));
        return paths;
    }

    private static int status(Route<?, ?> route, String path, String token) {
        return objects.send(route, path, token).status();
    }

    @Test
    void the_owner_succeeds_a_viewer_changes_nothing_and_other_teams_see_nothing() {
        Map<Route<?, ?>, String> paths = paths();
        List<String> wrong = new ArrayList<>();
        long before = server.factCount();
        paths.forEach(
                (route, path) -> {
                    check(wrong, route, status(route, path, otherTeamAdmin), ofOtherTeam(route));
                    check(wrong, route, status(route, path, viewer), ofViewer(route));
                });
        assertThat(server.factCount()).isEqualTo(before);
        paths.keySet().removeIf(route -> TeamObjects.AFTER_A_FAILURE.contains(route.name()));
        paths.forEach((route, path) -> check(wrong, route, status(route, path, by(route)), 200));
        assertThat(wrong).isEmpty();
    }

    /** Global objects, such as nodes and users, and operations on them are those of the administrators. */
    private static String by(Route<?, ?> route) {
        boolean global = route.access() instanceof RouteAccess.Everywhere;
        return global || route.parts().contains("operation") ? server.local() : owner;
    }

    /**
     * @param expected 200 for any success
     */
    private static void check(List<String> wrong, Route<?, ?> route, int status, int expected) {
        boolean succeeded = status >= 200 && status < 400;
        if (expected == 200 ? !succeeded : status != expected) {
            wrong.add("%s: %d instead of %d".formatted(route, status, expected));
        }
    }

    private static int ofOtherTeam(Route<?, ?> route) {
        return switch (route.access()) {
            case RouteAccess.Everywhere _ -> 403;
            case RouteAccess.Anywhere _ -> 200;
            case RouteAccess.InTeam _, RouteAccess.SignedIn _, RouteAccess.Public _ -> 404;
        };
    }

    private static int ofViewer(Route<?, ?> route) {
        return switch (route.access()) {
            case RouteAccess.Everywhere _ -> 403;
            case RouteAccess.Anywhere _, RouteAccess.Public _ -> 200;
            case RouteAccess.InTeam(var permission) ->
                    permission.grantedTo(Role.VIEWER) ? 200 : 403;
            case RouteAccess.SignedIn _ ->
                    NOT_FOR_VIEWERS.getOrDefault(
                            route.name(), route.verb() == HttpMethod.GET ? 200 : 403);
        };
    }
}
