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

/** Runs workloads one after the other, each an hour later so that no two are a burst. */
final class LifetimeFixture {

    /** Its multiples, modulo 1, fill the interval evenly: a sample without chance. */
    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

    final RuntimeHistory history = new RuntimeHistory();
    private Instant now = Instant.parse("2026-01-05T08:00:00Z");
    private int count;

    Instant now() {
        return now;
    }

    LifetimeFixture advance(Duration time) {
        now = now.plus(time);
        return this;
    }

    static SimilarityKey withCommand(String team, int size, String command) {
        return new SimilarityKey(new TeamId(team), Optional.of(command), size * 1_000);
    }

    static SimilarityKey withoutCommand(String team, int size) {
        return new SimilarityKey(new TeamId(team), Optional.empty(), size * 1_000);
    }

    WorkloadId submit(SimilarityKey key) {
        var id = new WorkloadId("w" + count++);
        history.submitted(id, key, now);
        return id;
    }

    long rank(SimilarityKey key) {
        var id = new WorkloadId("w" + count++);
        long rank = history.submitted(id, key, now);
        history.dropped(id);
        return rank;
    }

    Optional<RuntimeEstimate> estimate(SimilarityKey key) {
        WorkloadId id = submit(key);
        Optional<RuntimeEstimate> span = history.estimate(id);
        history.dropped(id);
        return span;
    }

    WorkloadId start(SimilarityKey key) {
        WorkloadId id = submit(key);
        history.started(id, now);
        return id;
    }

    LifetimeFixture run(SimilarityKey key, Duration length) {
        now = now.plus(Duration.ofHours(1));
        WorkloadId id = start(key);
        history.ended(id, length);
        return this;
    }

    LifetimeFixture run(int times, SimilarityKey key, Duration length) {
        for (int each = 0; each < times; each++) {
            run(key, length);
        }
        return this;
    }

    /** @param seconds the quantile function of the lifetimes */
    LifetimeFixture run(int times, SimilarityKey key, DoubleUnaryOperator seconds) {
        for (int each = 1; each <= times; each++) {
            double part = each * GOLDEN % 1;
            run(key, Duration.ofMillis((long) (1e3 * seconds.applyAsDouble(part))));
        }
        return this;
    }

    List<Change.Ranked> rankChanges() {
        List<Change.Ranked> told = new ArrayList<>();
        for (Change change : history.rankChanges(now)) {
            if (change instanceof Change.Ranked ranked) {
                told.add(ranked);
            }
        }
        return told;
    }
}
