package slipway.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;
import slipway.journal.table.Ledger;
import slipway.journal.table.RowChange;
import slipway.journal.table.Table;

/** The contract of every journal storage. Each storage has a subclass that opens it. */
public abstract class JournalContract extends JournalContractFixture {

    @Test
    void acknowledged_commits_survive_a_restart() {
        CommitResult first = journal.write(Commit.of(note("one")));
        CommitResult second =
                journal.write(Commit.of(List.of(note("two"), note("three")), List.of()));
        restart();
        assertThat(notes()).containsExactly("one", "two", "three");
        assertThat(List.of(first.seq(), second.seq(), journal.seq())).containsExactly(1L, 3L, 3L);
    }

    @Test
    void an_event_comes_back_as_it_was_written() {
        var eventDraft =
                new EventDraft(
                        JournalStream.FACTS,
                        "odd",
                        7,
                        ANA,
                        Optional.of("vision"),
                        "s/ü",
                        "{\"a\":\"'; drop table \\u0000 🚢\"}");
        journal.write(Commit.of(eventDraft));
        restart();
        Event event = journal.events(BOTH, 0, 10).getFirst();
        assertThat(event.what()).isEqualTo(eventDraft);
        assertThat(event.at()).isEqualTo(Instant.parse("2026-09-17T14:20:00Z"));
        assertThat(event.fact()).isEmpty();
    }

    @Test
    void the_journal_is_read_backwards_page_by_page() {
        journal.write(
                Commit.of(
                        List.of(note("one"), tick("t1"), note("two"), tick("t2"), note("three")),
                        List.of()));
        restart();
        List<Event> newest = journal.eventsBefore(BOTH, Long.MAX_VALUE, 2);
        assertThat(newest).extracting(Event::seq).containsExactly(5L, 4L);
        assertThat(journal.eventsBefore(BOTH, 4, 10))
                .extracting(Event::seq)
                .containsExactly(3L, 2L, 1L);
        assertThat(journal.eventsBefore(Set.of(JournalStream.FACTS), 5, 10))
                .isEqualTo(journal.events(Set.of(JournalStream.FACTS), 0, 2).reversed());
        assertThat(journal.eventsBefore(BOTH, 1, 10)).isEmpty();
    }

    @Test
    void a_request_with_a_known_key_gets_the_stored_answer_and_is_done_once() {
        IdempotencyKey idempotencyKey = IdempotencyKey.of("ana", "k1", "request");
        Commit commit = Commit.of(note("once")).under(idempotencyKey).answering("first");
        CommitResult first = journal.write(commit);
        CommitResult again = journal.write(commit.answering("second"));
        restart();
        CommitResult later = journal.write(commit.answering("third"));
        assertThat(List.of(again, later))
                .containsOnly(new CommitResult(first.seq(), "first", true));
        assertThat(notes()).containsExactly("once");
    }

    @Test
    void a_key_cannot_be_used_for_another_request() {
        journal.write(Commit.of(note("one")).under(IdempotencyKey.of("ana", "k1", "one")));
        Commit other = Commit.of(note("two")).under(IdempotencyKey.of("ana", "k1", "two"));
        assertThatThrownBy(() -> journal.write(other))
                .isInstanceOfSatisfying(
                        Problem.class,
                        p -> assertThat(p.code()).isEqualTo(JournalProblems.KEY_REUSED));
        journal.write(Commit.of(note("three")).under(IdempotencyKey.of("ben", "k1", "two")));
        assertThat(notes()).containsExactly("one", "three");
    }

    @Test
    void many_writers_at_once_lose_nothing_and_leave_no_gap() {
        List<CompletableFuture<CommitResult>> answers = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int writer = 0; writer < 16; writer++) {
                String name = "w" + writer + "-";
                answers.addAll(
                        IntStream.range(0, 40)
                                .mapToObj(
                                        i ->
                                                CompletableFuture.supplyAsync(
                                                        () ->
                                                                journal.write(
                                                                        Commit.of(note(name + i))),
                                                        threads))
                                .toList());
            }
        }
        restart();
        assertThat(answers).allSatisfy(answer -> assertThat(answer).isCompleted());
        assertThat(notes()).hasSize(640).doesNotHaveDuplicates();
        assertThat(journal.events(BOTH, 0, 1_000).stream().map(Event::seq))
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 640).boxed().toList());
        assertThat(journal.check()).isEqualTo(640);
    }

    @Test
    void journal_time_does_not_go_back_when_the_wall_clock_does() {
        journal.write(Commit.of(note("before")));
        wall.set(Instant.parse("2026-09-17T09:00:00Z"));
        journal.write(Commit.of(note("after")));
        restart();
        journal.write(Commit.of(note("after the restart")));
        assertThat(journal.events(BOTH, 0, 10).stream().map(Event::at)).isSorted();
        assertThat(journal.clock().wallAhead()).isLessThan(Duration.ofHours(-5));
    }

    @Test
    void an_owner_decides_on_the_pending_snapshot_and_publishes_the_durable_one() {
        var moduleOwner = journal.owner("ledger", Ledger.open(journal), Ledger::decide);
        List<CompletableFuture<CommitResult>> answers =
                IntStream.range(0, 100)
                        .mapToObj(
                                _ ->
                                        moduleOwner.ask(
                                                ModuleRequest.of(
                                                        new Ledger.Pay("ana", "ben", 1), ANA)))
                        .toList();
        answers.forEach(Journal::await);
        assertThat(moduleOwner.snapshot().units("ana")).isZero();
        assertThat(moduleOwner.snapshot().units("ben")).isEqualTo(200);
        assertThatThrownBy(
                        () ->
                                Journal.await(
                                        moduleOwner.ask(
                                                ModuleRequest.of(
                                                        new Ledger.Pay("ana", "ben", 1), ANA))))
                .isInstanceOfSatisfying(
                        Problem.class, p -> assertThat(p.code()).isEqualTo(Ledger.TOO_POOR));
        restart();
        assertThat(Ledger.open(journal)).isEqualTo(moduleOwner.snapshot());
    }

    @Test
    void an_owner_replays_the_stored_answer_of_a_repeated_request() {
        var moduleOwner = journal.owner("ledger", Ledger.open(journal), Ledger::decide);
        ModuleRequest<Ledger.Pay> moduleRequest =
                ModuleRequest.of(new Ledger.Pay("ana", "ben", 10), ANA)
                        .under(IdempotencyKey.of("ana", "k", "pay"));
        List<CompletableFuture<CommitResult>> answers =
                IntStream.range(0, 20).mapToObj(_ -> moduleOwner.ask(moduleRequest)).toList();
        assertThat(answers.stream().map(Journal::await).map(CommitResult::answer))
                .containsOnly("90");
        assertThat(moduleOwner.snapshot().units("ben")).isEqualTo(110);
        restart();
        var later = journal.owner("ledger", Ledger.open(journal), Ledger::decide);
        assertThat(Journal.await(later.ask(moduleRequest)).repeated()).isTrue();
        assertThat(later.snapshot().units("ben")).isEqualTo(110);
    }

    @Test
    void a_commit_is_stored_atomically() {
        var absent = Table.of("ledger_absent", Ledger.Account.class, "name");
        var account = new Ledger.Account("ana", 1, wall.instant());
        Commit bad =
                Commit.of(
                        List.of(note("bad")),
                        List.of(
                                new RowChange.Put<>(Ledger.ACCOUNTS, account),
                                new RowChange.Put<>(absent, account)));
        assertThatThrownBy(() -> journal.write(bad)).isInstanceOf(Problem.class);
        var ben = new Ledger.Account("ben", 1, wall.instant());
        journal.write(
                Commit.of(
                        List.of(note("good")), List.of(new RowChange.Put<>(Ledger.ACCOUNTS, ben))));
        restart();
        assertThat(notes()).containsExactly("good");
        assertThat(Ledger.open(journal).accounts()).containsOnlyKeys("ben");
        assertThat(journal.check()).isEqualTo(1);
    }

    @Test
    void a_bad_batch_alone_is_refused() {
        var absent = Table.of("ledger_absent", Ledger.Account.class, "name");
        List<CompletableFuture<CommitResult>> good = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            good.add(journal.send(Commit.of(note("good " + i))));
            if (i % 10 == 5) {
                var _ =
                        journal.send(
                                Commit.of(
                                        List.of(),
                                        List.of(
                                                new RowChange.Put<>(
                                                        absent,
                                                        new Ledger.Account(
                                                                "x", 1, wall.instant())))));
            }
        }
        good.forEach(Journal::await);
        assertThat(notes()).hasSize(50);
        assertThat(journal.health()).isInstanceOf(JournalHealth.Writing.class);
    }

    @Test
    void a_reader_gets_all_events_in_order_and_resumes_at_its_cursor() throws InterruptedException {
        var first = new Collector("follower", 3);
        journal.follow(first);
        journal.write(Commit.of(List.of(note("a"), note("b"), note("c")), List.of()));
        first.heard.await();
        awaitReader("follower");
        restart();
        var second = new Collector("follower", 1);
        journal.follow(second);
        journal.write(Commit.of(note("d")));
        second.heard.await();
        assertThat(first.told).containsExactly("a", "b", "c");
        assertThat(second.told).containsExactly("d");
    }

    @Test
    void a_stuck_reader_is_reported_and_delays_no_other() throws InterruptedException {
        var tried = new CountDownLatch(1);
        journal.follow(
                new Collector("stubborn", 1) {
                    @Override
                    public List<RowChange> apply(List<Event> events) {
                        tried.countDown();
                        throw new IllegalStateException("the webhook answers 500");
                    }
                });
        journal.write(Commit.of(note("a")));
        tried.await();
        journal.write(Commit.of(note("b")));
        loops.await(() -> journal.readers().getFirst().failing().isPresent());
        ReaderState state = journal.readers().getFirst();
        assertThat(state.failing().orElseThrow().reason()).isEqualTo("the webhook answers 500");
        assertThat(state.cursor()).isZero();
        assertThat(state.behind()).isEqualTo(2);
    }

    @Test
    void rows_of_a_reader_are_applied_with_its_cursor() throws InterruptedException {
        var counter =
                new Collector("counter", 5) {
                    @Override
                    public List<RowChange> apply(List<Event> events) {
                        super.apply(events);
                        return List.of(
                                new RowChange.Put<>(
                                        Ledger.ACCOUNTS,
                                        new Ledger.Account(
                                                "seen", events.getLast().seq(), wall.instant())));
                    }
                };
        journal.follow(counter);
        IntStream.range(0, 5).forEach(i -> journal.write(Commit.of(note("n" + i))));
        counter.heard.await();
        awaitReader("counter");
        restart();
        assertThat(Ledger.open(journal).units("seen")).isEqualTo(5);
    }

    @Test
    void a_server_of_an_older_term_cannot_write() {
        journal.storage().claim();
        assertThatThrownBy(() -> journal.write(Commit.of(note("too late"))))
                .isInstanceOfSatisfying(
                        Problem.class,
                        p -> assertThat(p.code()).isEqualTo(JournalProblems.TERM_ENDED));
        assertThat(journal.health()).isInstanceOf(JournalHealth.Stopped.class);
        assertThatThrownBy(() -> journal.write(Commit.of(note("still"))))
                .isInstanceOf(Problem.class);
    }

    @Test
    void retention_drops_old_bodies_and_keeps_their_proofs() {
        journal.write(
                Commit.of(List.of(note("old"), tick("t1"), note("old too")), List.of())
                        .under(IdempotencyKey.of("ana", "k", "r")));
        wall.forward(Duration.ofDays(10));
        journal.write(Commit.of(List.of(note("new"), tick("t2")), List.of()));
        boolean more =
                journal.sweep(
                        new RetentionPolicy(
                                Duration.ofDays(5), Duration.ofDays(5), Duration.ofDays(5)));
        restart();
        List<Event> events = journal.events(BOTH, 0, 10);
        assertThat(more).isFalse();
        assertThat(notes()).containsExactly("new", "HistoryPruned[before=4, bodies=2]");
        assertThat(events.stream().map(Event::kind))
                .containsExactly(
                        "note.created", "note.created", "note.created", "tick", "history.pruned");
        assertThat(journal.check()).isEqualTo(4);
        assertThat(
                        journal.write(
                                        Commit.of(note("again"))
                                                .under(IdempotencyKey.of("ana", "k", "r")))
                                .repeated())
                .isFalse();
    }

    @Test
    void retention_keeps_events_that_a_reader_has_not_applied() throws InterruptedException {
        var tried = new CountDownLatch(1);
        journal.follow(
                new Collector("stubborn", 1) {
                    @Override
                    public List<RowChange> apply(List<Event> events) {
                        tried.countDown();
                        throw new IllegalStateException("not today");
                    }
                });
        journal.write(Commit.of(List.of(note("old"), tick("t1")), List.of()));
        tried.await();
        wall.forward(Duration.ofDays(10));
        journal.sweep(
                new RetentionPolicy(Duration.ofDays(5), Duration.ofDays(5), Duration.ofDays(5)));
        restart();
        assertThat(journal.events(BOTH, 0, 10).stream().filter(Event::pruned)).isEmpty();
        assertThat(journal.events(Set.of(JournalStream.TICKS), 0, 10)).hasSize(1);
    }

    @Test
    void a_clean_shutdown_is_known_at_the_next_start() {
        journal.write(Commit.of(note("a")));
        long term = journal.term();
        restart();
        assertThat(journal.wasCleanShutdown()).isTrue();
        assertThat(journal.term()).isEqualTo(term + 1);
    }
}
