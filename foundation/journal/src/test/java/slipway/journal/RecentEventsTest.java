package slipway.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RecentEventsTest {

    private static final Set<JournalStream> TICKS = Set.of(JournalStream.TICKS);
    private final RecentEvents recentEvents = new RecentEvents(10);

    private static Event event(long seq, int length) {
        var what =
                new EventDraft(
                        JournalStream.TICKS,
                        "tick",
                        1,
                        JournalContract.ANA,
                        Optional.empty(),
                        "gpu",
                        "x".repeat(length));
        return new Event(seq, Instant.EPOCH, what, Optional.empty());
    }

    private void add(long from, long to, int length) {
        recentEvents.add(
                LongStream.rangeClosed(from, to).mapToObj(seq -> event(seq, length)).toList());
    }

    private Optional<List<Long>> after(long seq) {
        return recentEvents
                .after(TICKS, seq, 3)
                .map(events -> events.stream().map(Event::seq).toList());
    }

    @Test
    void recent_events_are_read_from_memory_in_order() {
        add(11, 11, 1);
        add(12, 1_000, 1);
        assertThat(after(10)).contains(List.of(11L, 12L, 13L));
        assertThat(after(998)).contains(List.of(999L, 1_000L));
        assertThat(after(1_000)).contains(List.of());
    }

    @Test
    void older_events_are_not_in_memory() {
        assertThat(after(9)).isEmpty();
        add(11, 20_000, 1);
        assertThat(after(20_000 - 8_193)).isEmpty();
        assertThat(after(20_000 - 8_192)).contains(List.of(11_809L, 11_810L, 11_811L));
    }

    @Test
    void the_memory_for_long_events_is_limited() {
        add(11, 40, 1 << 20);
        assertThat(after(31)).isEmpty();
        assertThat(after(32)).contains(List.of(33L, 34L, 35L));
        add(41, 41, 1);
        assertThat(after(40)).contains(List.of(41L));
    }
}
