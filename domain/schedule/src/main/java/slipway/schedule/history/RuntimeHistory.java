package slipway.schedule.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import slipway.base.WorkloadId;
import slipway.schedule.snapshot.Change;
import slipway.schedule.snapshot.RuntimeEstimate;

/**
 * Learns from what ends. It is told what is submitted, started, stopped and ended, and says how long something will
 * probably run, and in which order to take what waits: who has least left on average goes first. While a workload runs
 * on, less of its kind are left that were as short, and its rank falls: it is then taken for one of the long ones.
 */
public final class RuntimeHistory {

    /** So many of a kind must have ended before it speaks for itself. */
    private static final int ENOUGH = 5;

    /** Submissions of one team and size this far apart are not alike any more. */
    private static final long TOGETHER = 300_000;

    /** A rank is told anew when it moved by more than this part. */
    private static final double MOVED = 0.25;

    private static final long ALL_ANEW = 3_600_000;
    private static final int LONG_MEMORY = 200;
    private static final int SHORT_MEMORY = 20;
    private static final int MOST_COMMANDS = 10_000;

    private final Map<String, LifetimeDistribution> wide = new HashMap<>();
    private final Map<String, LifetimeDistribution> commands =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(
                        Map.Entry<String, LifetimeDistribution> eldest) {
                    return size() > MOST_COMMANDS;
                }
            };
    private final Map<String, Burst> bursts = new HashMap<>();
    private final Map<WorkloadId, ActiveRun> pasts = new HashMap<>();
    private final PriorityQueue<Alarm> alarms =
            new PriorityQueue<>(
                    Comparator.comparingLong(Alarm::at)
                            .thenComparing((Alarm alarm) -> alarm.past.id));
    private final Map<WorkloadId, Change.Ranked> rankChanges = new LinkedHashMap<>();
    private long anew = Long.MIN_VALUE;

    /** When a running workload reaches its next age. */
    private record Alarm(long at, ActiveRun past, int attempt) {}

    /** Workloads that came together. */
    private static final class Burst {
        private final LifetimeDistribution kind;
        private long last;

        Burst(LifetimeDistribution kind, long last) {
            this.kind = kind;
            this.last = last;
        }
    }

    // What it is told.

    /** The rank of a new workload: milliseconds it has left on average. */
    public long submitted(WorkloadId id, SimilarityKey like, Instant at) {
        forget(id);
        var activeRun = new ActiveRun(id, kind(like, at.toEpochMilli()));
        pasts.put(id, activeRun);
        activeRun.kind.waiting.add(activeRun);
        activeRun.rank = rank(activeRun, at.toEpochMilli());
        return activeRun.rank;
    }

    /**
     * @param from when it begins to make progress: after what it has to load and to do again
     */
    public void started(WorkloadId id, Instant from) {
        ActiveRun activeRun = pasts.get(id);
        if (activeRun != null) {
            activeRun.since = from.toEpochMilli();
            activeRun.attempt++;
            activeRun.kind.waiting.remove(activeRun);
            wake(activeRun, from.toEpochMilli());
        }
    }

    /**
     * It waits again.
     *
     * @param done the work that is kept
     * @return its rank now
     */
    public long stopped(WorkloadId id, Duration done, Instant at) {
        ActiveRun activeRun = pasts.get(id);
        if (activeRun == null) {
            return 0;
        }
        activeRun.since = -1;
        activeRun.attempt++;
        activeRun.done = done.toMillis();
        activeRun.kind.waiting.add(activeRun);
        activeRun.rank = rank(activeRun, at.toEpochMilli());
        rankChanges.remove(id);
        return activeRun.rank;
    }

    /**
     * @param worked all its work, over all attempts
     */
    public void ended(WorkloadId id, Duration worked) {
        forget(id).ifPresent(activeRun -> learn(activeRun, worked.toMillis() / 1e3));
    }

    private void learn(ActiveRun activeRun, double seconds) {
        count(activeRun, AgeBuckets.of(seconds));
        activeRun.kind.ended(seconds);
        tell(activeRun.kind);
    }

    /** It was cancelled or is of no use for learning: that it lived so long still counts. */
    public void dropped(WorkloadId id) {
        forget(id);
    }

    private Optional<ActiveRun> forget(WorkloadId id) {
        Optional<ActiveRun> past = Optional.ofNullable(pasts.remove(id));
        past.ifPresent(
                gone -> {
                    gone.attempt++;
                    gone.kind.waiting.remove(gone);
                    rankChanges.remove(id);
                });
        return past;
    }

    // What it says.

    /** When it will have something to say by itself. */
    public Optional<Instant> nextRankChange() {
        drop();
        Alarm next = alarms.peek();
        return next == null ? Optional.empty() : Optional.of(Instant.ofEpochMilli(next.at));
    }

    private void drop() {
        Alarm next = alarms.peek();
        while (next != null && next.attempt != next.past.attempt) {
            alarms.poll();
            next = alarms.peek();
        }
    }

    /** Ranks that have moved since the last time. */
    public List<Change> rankChanges(Instant now) {
        long millis = now.toEpochMilli();
        Alarm next = alarms.peek();
        while (next != null && next.at <= millis) {
            alarms.poll();
            if (next.attempt == next.past.attempt) {
                grow(next.past, next.at);
            }
            next = alarms.peek();
        }
        if (millis - ALL_ANEW >= anew) {
            anew = millis;
            tellAll();
        }
        List<Change> told = List.copyOf(rankChanges.values());
        rankChanges.clear();
        return told;
    }

    /** The rank it was given last; 0 if it is not known. */
    public long rank(WorkloadId id) {
        ActiveRun activeRun = pasts.get(id);
        return activeRun == null ? 0 : activeRun.rank;
    }

    /** How long it will run, if enough of its kind have ended; the kind may be as wide as its team. */
    public Optional<RuntimeEstimate> estimate(WorkloadId id) {
        ActiveRun activeRun = pasts.get(id);
        return activeRun == null ? Optional.empty() : estimate(activeRun.kind);
    }

    /** What would be said of a workload if it came now; nothing is remembered of it. */
    public Prediction predict(WorkloadId id, SimilarityKey like, Instant at) {
        LifetimeDistribution kind = known(like);
        return new Prediction(rank(new ActiveRun(id, kind), at.toEpochMilli()), estimate(kind));
    }

    /**
     * @param rank milliseconds it has left on average
     */
    public record Prediction(long rank, Optional<RuntimeEstimate> runtime) {}

    private static Optional<RuntimeEstimate> estimate(LifetimeDistribution narrowest) {
        Optional<LifetimeDistribution> kind = Optional.of(narrowest);
        while (kind.isPresent() && kind.get().finished() < ENOUGH) {
            kind = kind.get().wider();
        }
        return kind.map(
                enough ->
                        RuntimeEstimate.of(
                                seconds(enough.quantile(0.05)),
                                seconds(enough.quantile(0.5)),
                                seconds(enough.quantile(0.95)),
                                RuntimeEstimate.Source.HISTORY));
    }

    private static Duration seconds(double seconds) {
        return Duration.ofMillis((long) (seconds * 1e3));
    }

    // Learning.

    private LifetimeDistribution kind(SimilarityKey like, long at) {
        String team = like.team().value();
        LifetimeDistribution ofTeam = wide(team, Optional.empty());
        String sized = team + "/" + like.thousandths();
        LifetimeDistribution ofSize = wide(sized, Optional.of(ofTeam));
        if (like.command().isPresent()) {
            return commands.computeIfAbsent(
                    sized + "/" + like.command().get(),
                    _ -> new LifetimeDistribution(Optional.of(ofSize), SHORT_MEMORY));
        }
        Burst burst = bursts.get(sized);
        if (burst == null || at - burst.last > TOGETHER) {
            burst = new Burst(new LifetimeDistribution(Optional.of(ofSize), SHORT_MEMORY), at);
            bursts.put(sized, burst);
        }
        burst.last = at;
        return burst.kind;
    }

    /** The same without making one that stays. */
    private LifetimeDistribution known(SimilarityKey like) {
        String team = like.team().value();
        String sized = team + "/" + like.thousandths();
        LifetimeDistribution ofTeam =
                Optional.ofNullable(wide.get(team))
                        .orElseGet(() -> new LifetimeDistribution(Optional.empty(), LONG_MEMORY));
        LifetimeDistribution ofSize =
                Optional.ofNullable(wide.get(sized))
                        .orElseGet(
                                () -> new LifetimeDistribution(Optional.of(ofTeam), LONG_MEMORY));
        return like.command()
                .flatMap(command -> Optional.ofNullable(commands.get(sized + "/" + command)))
                .orElseGet(() -> new LifetimeDistribution(Optional.of(ofSize), SHORT_MEMORY));
    }

    private LifetimeDistribution wide(String key, Optional<LifetimeDistribution> wider) {
        return wide.computeIfAbsent(key, _ -> new LifetimeDistribution(wider, LONG_MEMORY));
    }

    private void grow(ActiveRun activeRun, long now) {
        int age = AgeBuckets.of(activeRun.progress(now));
        if (count(activeRun, age)) {
            tell(activeRun.kind);
        }
        tell(activeRun, rank(activeRun, now));
        wake(activeRun, now);
    }

    /** Each age is counted once, however often it was stopped on the way. */
    private static boolean count(ActiveRun activeRun, int age) {
        boolean any = activeRun.counted < age;
        while (activeRun.counted < age) {
            activeRun.kind.outlived(activeRun.counted);
            activeRun.counted++;
        }
        return any;
    }

    private void wake(ActiveRun activeRun, long now) {
        int age = AgeBuckets.of(activeRun.progress(now));
        if (age < AgeBuckets.COUNT - 1) {
            long left =
                    (long) Math.ceil((AgeBuckets.start(age + 1) - activeRun.progress(now)) * 1e3);
            alarms.add(
                    new Alarm(
                            Math.max(now, activeRun.since) + Math.max(1, left),
                            activeRun,
                            activeRun.attempt));
        }
    }

    private static long rank(ActiveRun activeRun, long now) {
        double[] expected = activeRun.kind.expected();
        return Math.max(1, (long) (expected[AgeBuckets.of(activeRun.progress(now))] * 1e3));
    }

    /** Those of a kind who wait hear of it when they are to be taken in another order than they were told. */
    private void tell(LifetimeDistribution kind) {
        if (kind.waiting.isEmpty() || !moved(kind.told, kind.expected())) {
            return;
        }
        kind.told = kind.expected().clone();
        for (ActiveRun activeRun : kind.waiting) {
            tell(activeRun);
        }
    }

    private void tell(ActiveRun activeRun) {
        long rank = rank(activeRun, 0);
        if (Math.abs(rank - activeRun.rank) > MOVED * activeRun.rank) {
            tell(activeRun, rank);
        }
    }

    private void tell(ActiveRun activeRun, long rank) {
        activeRun.rank = rank;
        rankChanges.put(activeRun.id, new Change.Ranked(activeRun.id, rank));
    }

    private static boolean moved(double[] told, double[] now) {
        if (told.length == 0) {
            return true;
        }
        for (int age = 0; age < now.length; age++) {
            if (Math.abs(now[age] - told[age]) > MOVED * told[age]) {
                return true;
            }
        }
        return false;
    }

    private void tellAll() {
        List<ActiveRun> all = new ArrayList<>(pasts.values());
        all.sort(Comparator.comparing(activeRun -> activeRun.id));
        for (ActiveRun activeRun : all) {
            if (!activeRun.runs()) {
                activeRun.kind.refresh();
                tell(activeRun);
            }
        }
    }
}
