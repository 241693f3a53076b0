package slipway.schedule.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.schedule.snapshot.Change;
import slipway.schedule.snapshot.RuntimeEstimate;

/** Tells a history of workloads that live one after the other, each an hour later so that no two are a burst. */
final class Lives {

    /** Its multiples, modulo 1, fill the interval evenly: a sample that no luck bends. */
    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

    final RuntimeHistory history = new RuntimeHistory();
    private Instant now = Instant.parse("2026-01-05T08:00:00Z");
    private int count;

    Instant now() {
        return now;
    }

    Lives wait(Duration time) {
        now = now.plus(time);
        return this;
    }

    static SimilarityKey named(String team, int size, String command) {
        return new SimilarityKey(new TeamId(team), Optional.of(command), size * 1_000);
    }

    static SimilarityKey nameless(String team, int size) {
        return new SimilarityKey(new TeamId(team), Optional.empty(), size * 1_000);
    }

    WorkloadId submit(SimilarityKey like) {
        var id = new WorkloadId("w" + count++);
        history.submitted(id, like, now);
        return id;
    }

    long rank(SimilarityKey like) {
        var id = new WorkloadId("w" + count++);
        long rank = history.submitted(id, like, now);
        history.dropped(id);
        return rank;
    }

    Optional<RuntimeEstimate> span(SimilarityKey like) {
        WorkloadId id = submit(like);
        Optional<RuntimeEstimate> span = history.estimate(id);
        history.dropped(id);
        return span;
    }

    WorkloadId start(SimilarityKey like) {
        WorkloadId id = submit(like);
        history.started(id, now);
        return id;
    }

    Lives live(SimilarityKey like, Duration length) {
        now = now.plus(Duration.ofHours(1));
        WorkloadId id = start(like);
        history.ended(id, length);
        return this;
    }

    Lives live(int times, SimilarityKey like, Duration length) {
        for (int each = 0; each < times; each++) {
            live(like, length);
        }
        return this;
    }

    /**
     * @param seconds how long a part of them lives at most: the distribution, read backwards
     */
    Lives live(int times, SimilarityKey like, DoubleUnaryOperator seconds) {
        for (int each = 1; each <= times; each++) {
            double part = each * GOLDEN % 1;
            live(like, Duration.ofMillis((long) (1e3 * seconds.applyAsDouble(part))));
        }
        return this;
    }

    List<Change.Ranked> news() {
        List<Change.Ranked> told = new ArrayList<>();
        for (Change change : history.rankChanges(now)) {
            if (change instanceof Change.Ranked ranked) {
                told.add(ranked);
            }
        }
        return told;
    }
}
