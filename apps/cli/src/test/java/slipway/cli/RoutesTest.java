package slipway.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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

    @Test
    void every_record_that_travels_reads_back_as_it_was_written() {
        RECORDS.forEach(RoutesTest::roundTrip);
    }

    private static <T extends Record> void roundTrip(Class<T> type) {
        JsonCodec<T> jsonCodec = JsonCodec.of(type);
        Property.holds(
                50,
                Samples.of(type),
                value -> {
                    assertEquals(value, jsonCodec.read(jsonCodec.write(value)));
                    assertEquals(value, jsonCodec.readAnswer(jsonCodec.write(value)));
                });
    }

    @Test
    void every_example_reads_by_its_own_form() {
        for (Route<?, ?> route : AllRoutes.LIST) {
            for (JsonCodec<?> jsonCodec : List.of(route.request(), route.answer())) {
                jsonCodec.read(jsonCodec.example().toString().getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    @Test
    void names_and_ways_in_are_unique() {
        assertThat(AllRoutes.LIST).extracting(Route::name).doesNotHaveDuplicates();
        assertThat(AllRoutes.LIST).extracting(Route::toString).doesNotHaveDuplicates();
        assertThat(AllRoutes.LIST)
                .allSatisfy(route -> assertThat(route.name()).matches("[a-z]+(-[a-z]+)+"))
                .allSatisfy(route -> assertThat(route.summary()).endsWith("."));
    }

    @Test
    void no_address_leads_to_two_paths() {
        List<String> paths = AllRoutes.LIST.stream().map(Route::path).distinct().toList();
        List<String> confused = new ArrayList<>();
        for (int i = 0; i < paths.size(); i++) {
            for (int j = i + 1; j < paths.size(); j++) {
                if (overlap(paths.get(i), paths.get(j))) {
                    confused.add(paths.get(i) + " and " + paths.get(j));
                }
            }
        }
        assertThat(confused).isEmpty();
    }

    @Test
    void the_test_for_confusion_sees_confusion() {
        assertThat(overlap("/teams/{team}", "/teams/vision")).isTrue();
        assertThat(overlap("/teams/{team}", "/teams/{user}")).isTrue();
        assertThat(overlap("/teams/{team}", "/teams/Vision")).isFalse();
        assertThat(overlap("/teams/{team}", "/teams/{team}/notes")).isFalse();
    }

    private static boolean overlap(String one, String other) {
        String[] ones = one.split("/", -1);
        String[] others = other.split("/", -1);
        boolean same = ones.length == others.length;
        for (int i = 0; same && i < ones.length; i++) {
            same = meet(ones[i], others[i]);
        }
        return same;
    }

    private static boolean meet(String one, String other) {
        boolean openOne = one.startsWith("{");
        boolean openOther = other.startsWith("{");
        if (openOne && openOther) {
            return true;
        }
        if (openOne || openOther) {
            String open = openOne ? one : other;
            PathParameter part = PathParameter.named(open.substring(1, open.length() - 1));
            return part.fits(openOne ? other : one);
        }
        return one.equals(other);
    }

    @Test
    void what_is_read_changes_nothing_and_asks_without_a_body() {
        assertThat(AllRoutes.LIST)
                .filteredOn(
                        route ->
                                route.verb() == HttpMethod.GET || route.verb() == HttpMethod.DELETE)
                .allSatisfy(route -> assertThat(route.hasRequest()).isFalse());
    }

    @Test
    void a_way_in_that_nobody_guards_is_a_deliberate_one() {
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
    void every_path_part_has_an_example_that_fits_and_holds_no_trick() {
        for (PathParameter part : PathParameter.values()) {
            assertThat(part.fits(part.example())).isTrue();
            for (String trick :
                    List.of("", ".", "..", "a/b", "%2e", "a;b", "a\n", "\0", "a b", "é", "-")) {
                assertThat(part.fits(trick)).as(part + " " + trick).isFalse();
            }
        }
    }
}
