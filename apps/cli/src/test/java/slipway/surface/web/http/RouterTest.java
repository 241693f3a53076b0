package slipway.surface.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.cli.AllRoutes;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.PathParameter;
import slipway.surface.api.Route;
import slipway.surface.api.people.MeRoute;
import slipway.surface.people.api.TeamRoutes;

class RouterTest {

    private final Router router =
            Router.of(AllRoutes.LIST.stream().<RouteHandler<?, ?>>map(RouterTest::bound).toList());

    private static <Q, A> RouteHandler<Q, A> bound(Route<Q, A> route) {
        return new RouteHandler.Text<>(route, _ -> TextResponse.of(200, "text/plain", ""));
    }

    private Optional<Route<?, ?>> at(String path, HttpMethod httpMethod) {
        return router.find(path)
                .flatMap(found -> Optional.ofNullable(found.handlers().get(httpMethod)))
                .map(RouteHandler::route);
    }

    @Test
    void a_path_matches_its_route() {
        assertThat(at("/api/v1/me", HttpMethod.GET)).contains(MeRoute.ME);
        assertThat(at("/api/v1/me", HttpMethod.POST)).isEmpty();
    }

    @Test
    void a_path_parameter_is_extracted() {
        Router.Match found = router.find("/api/v1/teams/vision").orElseThrow();
        assertThat(found.parts()).isEqualTo(Map.of(PathParameter.TEAM, "vision"));
        assertThat(at("/api/v1/teams/vision", HttpMethod.GET)).contains(TeamRoutes.SHOW);
    }

    @Test
    void an_extra_or_missing_slash_matches_no_route() {
        for (String path : List.of("/api/v1/me/", "/api/v1", "/api/v1/", "/api/v1/teams/", "//")) {
            assertThat(router.find(path)).as(path).isEmpty();
        }
    }

    @Test
    void an_invalid_name_in_a_path_matches_no_route() {
        assertThat(router.find("/api/v1/teams/VISION")).isEmpty();
        assertThat(router.find("/api/v1/teams/a.b")).isEmpty();
    }

    @Test
    void a_path_is_public_only_if_all_its_methods_are() {
        assertThat(router.find("/readyz").orElseThrow().allPublic()).isTrue();
        assertThat(router.find("/api/v1/sessions").orElseThrow().allPublic()).isTrue();
        assertThat(router.find("/api/v1/me").orElseThrow().allPublic()).isFalse();
    }

    @Test
    void an_ambiguous_path_is_rejected() {
        for (String path :
                List.of(
                        "", "a", "//", "/a//b", "/.", "/..", "/a/./b", "/a/../b", "/a/..",
                        "/a%2e")) {
            assertThat(Router.isUnambiguous(path)).as(path).isFalse();
        }
        for (String path :
                List.of("/", "/a", "/a/", "/a.b", "/openapi.json", "/.a", "/...", "/a..b")) {
            assertThat(Router.isUnambiguous(path)).as(path).isTrue();
        }
    }
}
