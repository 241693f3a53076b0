package slipway.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.PathParameter;
import slipway.surface.api.ProblemBody;
import slipway.surface.api.Route;
import slipway.surface.api.ServerRoutes;
import slipway.surface.api.event.EventRoutes;
import slipway.surface.api.event.EventView;
import slipway.surface.api.json.JsonCodec;
import slipway.surface.api.json.Samples;
import slipway.surface.api.people.MeRoute;
import slipway.surface.audit.api.AuditRoutes;
import slipway.surface.people.api.CreatedToken;
import slipway.surface.people.api.CurrentUserRoutes;
import slipway.surface.people.api.NewToken;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.people.api.TeamView;
import slipway.surface.people.api.TokenView;
import slipway.surface.people.api.UserRoutes;
import slipway.surface.people.api.UserView;
import slipway.surface.system.api.WebhookRoutes;
import slipway.testkit.Property;

class RoutesTest {

    private static final List<Class<? extends Record>> RECORDS =
            List.of(
                    ServerRoutes.State.class,
                    MeRoute.Me.class,
                    CurrentUserRoutes.Entry.class,
                    CurrentUserRoutes.Ways.class,
                    NewToken.class,
                    CreatedToken.class,
                    TokenView.class,
                    UserView.class,
                    UserRoutes.NewUser.class,
                    UserRoutes.UserChange.class,
                    TeamView.class,
                    TeamRoutes.NewTeam.class,
                    TeamRoutes.TeamChange.class,
                    TeamRoutes.MemberView.class,
                    TeamRoutes.RoleChange.class,
                    TeamRoutes.NewAccount.class,
                    TeamRoutes.SecretView.class,
                    TeamRoutes.SecretValue.class,
                    EventView.class,
                    EventRoutes.NewNote.class,
                    EventRoutes.NoteView.class,
                    AuditRoutes.AuditView.class,
                    AuditRoutes.SealView.class,
                    AuditRoutes.ProofView.class,
                    AuditRoutes.ConsistencyView.class,
                    ProblemBody.class);

    private static final Set<Class<? extends Record>> CHANGES =
            Set.of(
                    UserRoutes.UserChange.class,
                    TeamRoutes.TeamChange.class,
                    WebhookRoutes.WebhookChange.class);

    @Test
    void every_api_record_survives_a_round_trip_through_json() {
        RECORDS.forEach(RoutesTest::roundTrip);
    }

    private static <T extends Record> void roundTrip(Class<T> type) {
        JsonCodec<T> jsonCodec =
                CHANGES.contains(type) ? JsonCodec.ofChange(type) : JsonCodec.of(type);
        Property.holds(
                50,
                Samples.of(type),
                value -> {
                    assertEquals(value, jsonCodec.read(jsonCodec.write(value)));
                    assertEquals(value, jsonCodec.readAnswer(jsonCodec.write(value)));
                });
    }

    @Test
    void every_example_is_accepted_by_its_own_codec() {
        for (Route<?, ?> route : AllRoutes.LIST) {
            for (JsonCodec<?> jsonCodec : List.of(route.request(), route.answer())) {
                jsonCodec.read(jsonCodec.example().toString().getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    @Test
    void names_and_paths_of_routes_are_unique() {
        assertThat(AllRoutes.LIST).extracting(Route::name).doesNotHaveDuplicates();
        assertThat(AllRoutes.LIST).extracting(Route::toString).doesNotHaveDuplicates();
        assertThat(AllRoutes.LIST)
                .allSatisfy(route -> assertThat(route.name()).matches("[a-z]+(-[a-z]+)+"))
                .allSatisfy(route -> assertThat(route.summary()).endsWith("."));
    }

    @Test
    void no_path_matches_two_routes() {
        List<String> paths = AllRoutes.LIST.stream().map(Route::path).distinct().toList();
        List<String> overlapping = new ArrayList<>();
        for (int i = 0; i < paths.size(); i++) {
            for (int j = i + 1; j < paths.size(); j++) {
                if (overlap(paths.get(i), paths.get(j))) {
                    overlapping.add(paths.get(i) + " and " + paths.get(j));
                }
            }
        }
        assertThat(overlapping).isEmpty();
    }

    @Test
    void the_overlap_check_finds_overlapping_paths() {
        assertThat(overlap("/teams/{team}", "/teams/vision")).isTrue();
        assertThat(overlap("/teams/{team}", "/teams/{user}")).isTrue();
        assertThat(overlap("/teams/{team}", "/teams/Vision")).isFalse();
        assertThat(overlap("/teams/{team}", "/teams/{team}/notes")).isFalse();
    }

    private static boolean overlap(String left, String right) {
        String[] leftParts = left.split("/", -1);
        String[] rightParts = right.split("/", -1);
        boolean same = leftParts.length == rightParts.length;
        for (int i = 0; same && i < leftParts.length; i++) {
            same = segmentsOverlap(leftParts[i], rightParts[i]);
        }
        return same;
    }

    private static boolean segmentsOverlap(String left, String right) {
        boolean openLeft = left.startsWith("{");
        boolean openRight = right.startsWith("{");
        if (openLeft && openRight) {
            return true;
        }
        if (openLeft || openRight) {
            String open = openLeft ? left : right;
            PathParameter parameter = PathParameter.named(open.substring(1, open.length() - 1));
            return parameter.fits(openLeft ? right : left);
        }
        return left.equals(right);
    }

    @Test
    void get_and_delete_routes_have_no_request_body() {
        assertThat(AllRoutes.LIST)
                .filteredOn(
                        route ->
                                route.verb() == HttpMethod.GET || route.verb() == HttpMethod.DELETE)
                .allSatisfy(route -> assertThat(route.hasRequest()).isFalse());
    }

    @Test
    void only_the_listed_routes_are_public() {
        assertThat(AllRoutes.LIST)
                .filteredOn(Route::isPublic)
                .extracting(Route::name)
                .containsExactlyInAnyOrder(
                        "show-alive",
                        "show-ready",
                        "show-openapi",
                        "sign-in",
                        "show-sign-in",
                        "begin-sign-on",
                        "finish-sign-on");
    }

    @Test
    void every_path_parameter_accepts_its_example_and_rejects_traversal() {
        for (PathParameter parameter : PathParameter.values()) {
            assertThat(parameter.fits(parameter.example())).isTrue();
            for (String invalid :
                    List.of("", ".", "..", "a/b", "%2e", "a;b", "a\n", "\0", "a b", "é", "-")) {
                assertThat(parameter.fits(invalid)).as(parameter + " " + invalid).isFalse();
            }
        }
    }
}
