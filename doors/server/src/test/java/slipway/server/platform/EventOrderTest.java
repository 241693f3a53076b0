package slipway.server.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.server.House;
import slipway.wire.Call;
import slipway.wire.Client;
import slipway.wire.form.Page;
import slipway.wire.journal.EventView;
import slipway.wire.journal.JournalRoutes;
import slipway.wire.route.Paging;

class EventOrderTest {

    @TempDir private Path data;

    @Test
    void the_newest_events_come_first_when_they_are_asked_for_page_by_page() {
        try (House house = House.open(data)) {
            Client apiClient = house.local();
            List<Long> written = new ArrayList<>();
            for (int i = 1; i <= 5; i++) {
                var note = new JournalRoutes.NewNote("note " + i);
                written.add(apiClient.call(Call.to(JournalRoutes.NOTE).sending(note)).seq());
            }
            var apiCall =
                    Call.to(JournalRoutes.EVENTS)
                            .query(JournalRoutes.ORDER, JournalRoutes.Order.NEWEST)
                            .query(JournalRoutes.KIND, "note-written");
            Page<EventView> first = apiClient.call(apiCall.query(Paging.LIMIT, 2));
            assertThat(first.items())
                    .extracting(EventView::seq)
                    .containsExactly(written.get(4), written.get(3));
            assertThat(first.next()).isPresent();
            List<Long> all = new ArrayList<>();
            apiClient.each(apiCall.query(Paging.LIMIT, 2)).forEach(event -> all.add(event.seq()));
            assertThat(all).isEqualTo(written.reversed());
        }
    }
}
