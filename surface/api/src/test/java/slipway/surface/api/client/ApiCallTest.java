package slipway.surface.api.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;
import slipway.base.ProblemKind;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.PathParameter;
import slipway.surface.api.event.EventRoutes;
import slipway.surface.api.json.ListPage;

class ApiCallTest {

    private static final URI SERVER = URI.create("https://lab.example.org/slipway/");

    @Test
    void filters_travel_escaped() {
        assertEquals(
                "https://lab.example.org/slipway/api/v1/events"
                        + "?streams=all&subject=team%2Fa%26b%3D%C3%BC%2B%25&limit=7",
                ApiCall.to(EventRoutes.EVENTS)
                        .query(EventRoutes.STREAMS, EventRoutes.Streams.ALL)
                        .query(EventRoutes.SUBJECT, "team/a&b=ü+%")
                        .query(CursorPaging.LIMIT, 7)
                        .at(SERVER)
                        .toString());
    }

    @Test
    void a_name_that_cannot_be_one_is_not_found_and_never_sent() {
        for (String name : List.of("..", "a/b", "%2e%2e", "", "Vision", "a;b", "\u001b[2J")) {
            assertThatThrownBy(() -> ApiCall.to(TestRoutes.SHOW).with(PathParameter.TEAM, name))
                    .isInstanceOfSatisfying(
                            Problem.class, p -> assertEquals(ProblemKind.NOT_FOUND, p.kind()))
                    .hasMessageNotContaining("\u001b");
        }
    }

    @Test
    void a_call_that_is_not_complete_is_a_bug() {
        assertThatThrownBy(() -> ApiCall.to(TestRoutes.SHOW).at(SERVER))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ApiCall.to(EventRoutes.NOTE).body())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ApiCall.to(TestRoutes.LIST).with(PathParameter.TEAM, "a"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ApiCall.to(TestRoutes.LIST).query(EventRoutes.KIND, "a"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_list_that_never_moves_on_is_left() {
        var pagedItems =
                new PagedItems<>(
                        ApiCall.to(TestRoutes.LIST),
                        _ -> new ListPage<>(List.of(), Optional.of("b2")));
        assertThatThrownBy(pagedItems::hasNext)
                .hasMessageStartingWith("The list of GET /api/v1/teams never ends.");
    }
}
