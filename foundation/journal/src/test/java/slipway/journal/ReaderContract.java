package slipway.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.base.Problem;
import slipway.journal.ReaderState.Status;
import slipway.journal.table.RowChange;
import slipway.testkit.MovingClock;

/** Readers that fail, are retired or no longer exist, and what is kept for them. */
@SuppressWarnings("NullAway.Init") // opened before each test
public abstract class ReaderContract {

    private static final Actor ANA = JournalContract.ANA;
    private static final Set<JournalStream> FACTS = Set.of(JournalStream.FACTS);
    private static final Set<JournalStream> TICKS = Set.of(JournalStream.TICKS);
    private static final Duration KEPT = Duration.ofDays(5);
    private static final String POISON = "poison";

    private final MovingClock wall = MovingClock.at("2026-09-17T14:20:00Z");
    private ManualLoops loops;
    private Journal journal;

    /** Opens what was there before, or something empty the first time. */
    protected abstract JournalStorage storage();

    @BeforeEach
    void open() {
        loops = new ManualLoops();
        journal = Journal.open(storage(), loops, new Journal.Times(wall, wall::nanos));
    }

    @AfterEach
    void close() {
        journal.close();
    }

    private void restart() {
        close();
        open();
    }

    /** Follows some streams and refuses every event with a poisoned body. */
    private static final class Picky implements JournalReader {

        private final String name;
        private final Set<JournalStream> streams;
        private final boolean maySkip;
        private final List<Long> got = new ArrayList<>();

        Picky(String name, Set<JournalStream> streams, boolean maySkip) {
            this.name = name;
            this.streams = streams;
            this.maySkip = maySkip;
        }

        static Picky of(String name, Set<JournalStream> streams) {
            return new Picky(name, streams, true);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Set<JournalStream> streams() {
            return streams;
        }

        @Override
        public boolean maySkip() {
            return maySkip;
        }

        @Override
        public List<RowChange> apply(List<Event> events) {
            for (Event event : events) {
                if (event.what().body().contains(POISON)) {
                    throw new IllegalStateException("cannot be read");
                }
            }
            events.forEach(event -> got.add(event.seq()));
            return List.of();
        }
    }

    private void write(JournalStream stream, String text) {
        EventDraft fact = EventDraft.of(new Fact.NoteWritten(text), ANA, "note");
        var draft =
                new EventDraft(
                        stream,
                        stream == JournalStream.FACTS ? fact.kind() : "tick",
                        1,
                        ANA,
                        Optional.empty(),
                        "note",
                        fact.body());
        done(journal.send(Commit.of(draft)));
    }

    private <T> T done(CompletableFuture<T> answer) {
        loops.settle();
        return Journal.await(answer);
    }

    private void pass(Duration time) {
        wall.forward(time);
        loops.settle();
    }

    private ReaderState reader(String name) {
        return journal.readers().stream()
                .filter(state -> state.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void sweep() {
        done(journal.sweepAsync(new RetentionPolicy(KEPT, KEPT, KEPT)));
    }

    private List<Event> ticks() {
        return journal.storedEvents(TICKS, 0, 1_000);
    }

    /** The reader tries a page first, then event after event. */
    private void untilFailingAt(String name, long event) {
        for (int tries = 0; tries < 20; tries++) {
            pass(Duration.ofMinutes(2));
        }
        assertThat(reader(name).failing().flatMap(Status.Failing::event)).contains(event);
    }

    @Test
    void a_reader_that_fails_shows_the_event_and_has_applied_those_before_it() {
        var picky = Picky.of("picky", FACTS);
        for (int i = 1; i <= 20; i++) {
            write(JournalStream.FACTS, i == 12 ? POISON : "n");
        }
        journal.follow(picky);
        untilFailingAt("picky", 12);
        assertThat(picky.got).hasSize(11).endsWith(11L);
        assertThat(reader("picky").failing().orElseThrow().reason()).isEqualTo("cannot be read");
    }

    @Test
    void skipping_passes_over_the_failing_event_only_and_is_an_event() {
        var picky = Picky.of("picky", FACTS);
        List.of("a", POISON, "b", POISON, "c").forEach(text -> write(JournalStream.FACTS, text));
        journal.follow(picky);
        untilFailingAt("picky", 2);
        assertThatThrownBy(() -> done(journal.skipEvent("picky", 1, ANA)))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem ->
                                assertThat(problem.code())
                                        .isEqualTo(JournalProblems.READER_NOT_FAILING));
        done(journal.skipEvent("picky", 2, ANA));
        untilFailingAt("picky", 4);
        done(journal.skipEvent("picky", 4, ANA));
        pass(Duration.ofMinutes(2));
        assertThat(picky.got).startsWith(1L, 3L, 5L);
        assertThat(reader("picky").status()).isInstanceOf(Status.Reading.class);
        assertThat(journal.events(FACTS, 0, 100).stream().flatMap(event -> event.fact().stream()))
                .filteredOn(fact -> fact instanceof Fact.ReaderSkipped)
                .hasSize(2);
    }

    @Test
    void a_retired_reader_reads_no_more_and_does_not_start_again() {
        var picky = Picky.of("picky", FACTS);
        journal.follow(picky);
        write(JournalStream.FACTS, "a");
        done(journal.retireReader("picky", ANA));
        assertThat(reader("picky").status()).isInstanceOf(Status.Retired.class);
        restart();
        journal.follow(picky);
        write(JournalStream.FACTS, "b");
        pass(Duration.ofMinutes(1));
        assertThat(picky.got).containsExactly(1L);
        assertThat(reader("picky").status()).isInstanceOf(Status.Retired.class);
        assertThat(reader("picky").behind()).isZero();
        done(journal.retireReader("picky", ANA));
    }

    @Test
    void a_reader_that_needs_every_event_cannot_be_retired_or_skip() {
        journal.follow(new Picky("tree", FACTS, false));
        write(JournalStream.FACTS, POISON);
        untilFailingAt("tree", 1);
        assertThatThrownBy(() -> journal.skipEvent("tree", 1, ANA)).isInstanceOf(Problem.class);
        assertThatThrownBy(() -> journal.retireReader("tree", ANA)).isInstanceOf(Problem.class);
        assertThatThrownBy(() -> journal.retireReader("unknown", ANA)).isInstanceOf(Problem.class);
    }

    @Test
    void a_stuck_reader_of_facts_keeps_no_ticks() {
        var meter = Picky.of("meter", TICKS);
        journal.follow(Picky.of("stuck", FACTS));
        journal.follow(meter);
        write(JournalStream.FACTS, POISON);
        write(JournalStream.TICKS, "t");
        pass(KEPT.plusDays(1));
        write(JournalStream.FACTS, "new");
        sweep();
        assertThat(meter.got).hasSize(1);
        assertThat(ticks()).isEmpty();
        assertThat(journal.events(FACTS, 0, 10).stream().filter(Event::pruned)).isEmpty();
    }

    @Test
    void the_cursor_of_a_reader_that_no_longer_exists_can_be_retired() {
        journal.follow(Picky.of("former", TICKS));
        write(JournalStream.TICKS, "1");
        restart();
        write(JournalStream.TICKS, "2");
        pass(KEPT.plusDays(1));
        sweep();
        assertThat(reader("former").status()).isInstanceOf(Status.Absent.class);
        assertThat(ticks()).hasSize(1);
        done(journal.retireReader("former", ANA));
        sweep();
        assertThat(ticks()).isEmpty();
    }

    @Test
    void after_thirty_days_a_stuck_or_absent_reader_blocks_no_sweep() {
        journal.follow(Picky.of("former", TICKS));
        write(JournalStream.TICKS, "1");
        restart();
        journal.follow(Picky.of("stuck", TICKS));
        write(JournalStream.TICKS, POISON);
        untilFailingAt("stuck", 2);
        pass(JournalReaders.MAX_HOLD.minusDays(1));
        sweep();
        assertThat(ticks()).isNotEmpty();
        pass(Duration.ofDays(2));
        sweep();
        assertThat(ticks()).isEmpty();
    }

    @Test
    void a_burst_of_events_costs_no_write_of_a_cursor_each() {
        journal.follow(Picky.of("meter", FACTS));
        long term = journal.term();
        for (int i = 0; i < 20; i++) {
            write(JournalStream.FACTS, "n");
        }
        assertThat(journal.storedCursors()).doesNotContainKey("meter");
        pass(Duration.ofSeconds(2));
        CommitGroup.Cursor stored = journal.storedCursors().get("meter");
        assertThat(stored).isNotNull();
        assertThat(stored.seq()).isEqualTo(20);
        assertThat(stored.streams()).isEqualTo(FACTS);
        assertThat(journal.term()).isEqualTo(term);
    }

    @Test
    void a_cursor_is_stored_at_a_clean_shutdown() {
        var first = Picky.of("meter", FACTS);
        journal.follow(first);
        write(JournalStream.FACTS, "a");
        restart();
        var second = Picky.of("meter", FACTS);
        journal.follow(second);
        write(JournalStream.FACTS, "b");
        assertThat(first.got).containsExactly(1L);
        assertThat(second.got).containsExactly(2L);
    }
}
