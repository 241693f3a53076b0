package slipway.server.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.server.TestServer;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ApiClient;
import slipway.surface.api.event.EventRoutes;
import slipway.surface.api.event.EventView;
import slipway.surface.api.json.ListPage;

@Tag("network")
class EventOrderTest {

    @TempDir private Path data;

    @Test
    void events_are_paged_newest_first() {
        try (TestServer server = TestServer.open(data)) {
            ApiClient apiClient = server.local();
            List<Long> written = new ArrayList<>();
            for (int i = 1; i <= 5; i++) {
                var note = new EventRoutes.NewNote("note " + i);
                written.add(apiClient.call(ApiCall.to(EventRoutes.NOTE).sending(note)).seq());
            }
            var apiCall =
                    ApiCall.to(EventRoutes.EVENTS)
                            .query(EventRoutes.ORDER, EventRoutes.Order.NEWEST)
                            .query(EventRoutes.KIND, "note.created");
            ListPage<EventView> first = apiClient.call(apiCall.query(CursorPaging.LIMIT, 2));
            assertThat(first.items())
                    .extracting(EventView::seq)
                    .containsExactly(written.get(4), written.get(3));
            assertThat(first.next()).isPresent();
            List<Long> all = new ArrayList<>();
            apiClient
                    .each(apiCall.query(CursorPaging.LIMIT, 2))
                    .forEach(event -> all.add(event.seq()));
            assertThat(all).isEqualTo(written.reversed());
        }
    }
}
