package slipway.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a journal does when time passes or the clock is set: every storage has the same guarantees. */
public abstract class ClockContract extends JournalContractFixture {

    @Test
    void events_stay_in_the_order_of_time_when_the_server_follows_a_clock_that_was_set_back() {
        journal.write(Commit.of(note("before")));
        Instant before = journal.now();
        wall.jumpBack(Duration.ofDays(1));
        journal.write(Commit.of(note("while it may be a mistake")));
        wall.forward(SteadyClock.HOLD);
        Instant followed = journal.now();
        journal.write(Commit.of(note("after")));
        assertThat(followed).isBefore(before.minus(Duration.ofHours(23)));
        restart();
        assertThat(journal.now()).isEqualTo(wall.instant()).isBefore(before);
        journal.write(Commit.of(note("after the restart")));
        assertThat(journal.events(BOTH, 0, 10).stream().map(Event::at)).hasSize(4).isSorted();
        assertThat(journal.check()).isEqualTo(4);
    }

    @Test
    void a_clock_that_was_wrong_at_the_start_removes_nothing() {
        journal.write(Commit.of(List.of(tick("1")), List.of()));
        wall.jumpAhead(Duration.ofDays(20));
        restart();
        assertThat(journal.now()).isEqualTo(wall.instant());
        var fiveDays =
                new RetentionPolicy(Duration.ofDays(5), Duration.ofDays(5), Duration.ofDays(5));
        journal.sweep(fiveDays);
        assertThat(journal.events(BOTH, 0, 10)).hasSize(1);
        wall.forward(SteadyClock.TRIAL.plusSeconds(1));
        journal.sweep(fiveDays);
        assertThat(journal.events(BOTH, 0, 10)).isEmpty();
    }

    @Test
    void old_answers_are_removed_in_pages_until_none_is_left() {
        int page = RetentionSweep.BATCH_SIZE;
        List<CompletableFuture<CommitResult>> written =
                IntStream.rangeClosed(0, page)
                        .mapToObj(i -> IdempotencyKey.of("ana", "k" + i, "r"))
                        .map(key -> journal.send(Commit.of(List.of(), List.of()).under(key)))
                        .toList();
        written.forEach(Journal::await);
        wall.forward(Duration.ofDays(10));
        var fiveDays =
                new RetentionPolicy(Duration.ofDays(5), Duration.ofDays(5), Duration.ofDays(5));
        assertThat(journal.answersBefore(wall.instant(), 2 * page)).hasSize(page + 1);
        assertThat(journal.sweep(fiveDays)).isTrue();
        assertThat(journal.answersBefore(wall.instant(), 2 * page)).hasSize(1);
        assertThat(journal.sweep(fiveDays)).isFalse();
        assertThat(journal.answersBefore(wall.instant(), 2 * page)).isEmpty();
    }
}
