package slipway.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import slipway.base.Problem;
import slipway.journal.table.Ledger;
import slipway.testkit.MovingClock;

/** A failing part of a module is reported, and stops nothing else in silence. */
@Timeout(60)
class BrokenPartsTest {

    private final MovingClock wall = MovingClock.at("2026-09-17T14:20:00Z");
    private final AtomicBoolean full = new AtomicBoolean(true);
    private final MemoryStorage.Disk disk = new MemoryStorage.Disk(Ledger.ACCOUNTS);
    private ObservedLoops loops = new ObservedLoops();

    private Journal open(JournalStorage journalStorage) {
        loops = new ObservedLoops();
        return Journal.open(journalStorage, loops, new Journal.Times(wall, wall::nanos));
    }

    private Journal open() {
        return open(new MemoryStorage(disk, MemoryStorage.Weather.CALM));
    }

    private static Commit note(String text) {
        return Commit.of(
                new EventDraft(
                        JournalStream.TICKS,
                        "tick",
                        1,
                        JournalContract.ANA,
                        Optional.empty(),
                        "gpu",
                        text));
    }

    @Test
    void rules_that_fail_answer_their_caller_and_no_other_request_fails() {
        try (Journal journal = open()) {
            var moduleOwner =
                    journal.owner(
                            "ledger", Ledger.open(journal), BrokenPartsTest::sometimesEndless);
            assertThatThrownBy(() -> Journal.await(moduleOwner.ask(pay("endless"))))
                    .isInstanceOf(Problem.class);
            assertThat(Journal.await(moduleOwner.ask(pay("ana"))).answer()).isEqualTo("99");
        }
    }

    private static ModuleRequest<Ledger.Pay> pay(String from) {
        return ModuleRequest.of(new Ledger.Pay(from, "ben", 1), JournalContract.ANA);
    }

    private static Commit sometimesEndless(
            Ledger ledger, ModuleRequest<Ledger.Pay> moduleRequest, Instant now) {
        if (moduleRequest.request().from().equals("endless")) {
            throw new StackOverflowError();
        }
        return Ledger.decide(ledger, moduleRequest, now);
    }

    @Test
    void an_empty_commit_detects_that_writing_works_again() {
        MemoryStorage.Weather firstFull =
                (_, _) ->
                        full.getAndSet(false) ? MemoryStorage.Fault.FULL : MemoryStorage.Fault.NONE;
        try (Journal journal = open(new MemoryStorage(disk, firstFull))) {
            assertThatThrownBy(() -> journal.write(note("1"))).isInstanceOf(Problem.class);
            assertThat(journal.health()).isInstanceOf(JournalHealth.Failing.class);
            journal.write(Commit.of(List.of(), List.of()));
            assertThat(journal.health()).isInstanceOf(JournalHealth.Writing.class);
        }
    }

    @Test
    void a_writer_that_fails_refuses_all_waiting_commits_and_is_unhealthy() {
        MemoryStorage.Weather deadly = (point, _) -> MemoryStorage.Fault.DIE;
        Journal journal = open(new MemoryStorage(disk, deadly));
        assertThatThrownBy(() -> writeUntilItIsSeen(journal)).isInstanceOf(Problem.class);
        assertThat(journal.health()).isInstanceOf(JournalHealth.Stopped.class);
    }

    /** The commit that was being written has an unknown outcome; later commits are refused. */
    private void writeUntilItIsSeen(Journal journal) throws InterruptedException {
        CompletableFuture<CommitResult> written = journal.send(note("1"));
        loops.await(() -> journal.health() instanceof JournalHealth.Stopped);
        assertThatThrownBy(() -> Journal.await(written))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> assertThat(problem.code()).isEqualTo(JournalProblems.UNKNOWN));
        journal.write(note("2"));
    }

    @Test
    void a_reader_that_does_not_run_is_listed_and_keeps_its_events() throws InterruptedException {
        try (Journal journal = open()) {
            var once = new Collector("once", 1);
            journal.follow(once);
            journal.write(note("1"));
            once.heard.await();
            loops.await(() -> journal.readers().getFirst().behind() == 0);
        }
        try (Journal journal = open()) {
            journal.write(note("2"));
            wall.forward(Duration.ofDays(10));
            journal.sweep(
                    new RetentionPolicy(
                            Duration.ofDays(5), Duration.ofDays(5), Duration.ofDays(5)));
            List<ReaderState> readers = journal.readers();
            assertThat(readers)
                    .singleElement()
                    .satisfies(
                            state ->
                                    assertThat(state.status())
                                            .isInstanceOf(ReaderState.Status.Absent.class));
            assertThat(journal.events(Set.of(JournalStream.TICKS), 1, 10)).hasSize(1);
        }
    }
}
