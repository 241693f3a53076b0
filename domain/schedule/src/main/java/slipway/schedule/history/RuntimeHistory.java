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
 * Learns runtimes from workloads that have ended. It receives submissions, starts, stops and ends, and predicts how
 * long a workload will run and its rank: the expected remaining runtime, shortest first. While a workload runs on,
 * fewer similar ones are left that were as short, so its expected remainder grows.
 */
public final class RuntimeHistory {

    /** How many similar workloads must have ended before their own distribution is used. */
    private static final int MIN_FINISHED = 5;

    /** Submissions of one team and size are similar within this gap, in milliseconds. */
    private static final long BURST_GAP_MILLIS = 300_000;

    /** A rank is announced again when it changed by more than this part. */
    private static final double RERANK_THRESHOLD = 0.25;

    private static final long REFRESH_MILLIS = 3_600_000;
    private static final int LONG_MEMORY = 200;
    private static final int SHORT_MEMORY = 20;
    private static final int MAX_COMMANDS = 10_000;

    private final Map<String, LifetimeDistribution> broad = new HashMap<>();
    private final Map<String, LifetimeDistribution> commands =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(
                        Map.Entry<String, LifetimeDistribution> eldest) {
                    return size() > MAX_COMMANDS;
                }
            };
    private final Map<String, Burst> bursts = new HashMap<>();
    private final Map<WorkloadId, ActiveRun> activeRuns = new HashMap<>();
    private final PriorityQueue<Alarm> alarms =
            new PriorityQueue<>(
                    Comparator.comparingLong(Alarm::at)
                            .thenComparing((Alarm alarm) -> alarm.run.id));
    private final Map<WorkloadId, Change.Ranked> rankChanges = new LinkedHashMap<>();
    private long refreshedAt = Long.MIN_VALUE;

    /** When a running workload reaches its next age bucket. */
    private record Alarm(long at, ActiveRun run, int attempt) {}

    /** Workloads that were submitted close together. */
    private static final class Burst {
        private final LifetimeDistribution distribution;
        private long last;

        Burst(LifetimeDistribution distribution, long last) {
            this.distribution = distribution;
            this.last = last;
        }
    }

    // Input.

    /** Records a submission and returns its rank: the expected remaining runtime in milliseconds. */
    public long submitted(WorkloadId id, SimilarityKey key, Instant at) {
        remove(id);
        var activeRun = new ActiveRun(id, distributionFor(key, at.toEpochMilli()));
        activeRuns.put(id, activeRun);
        activeRun.distribution.pendingRuns.add(activeRun);
        activeRun.rank = rank(activeRun, at.toEpochMilli());
        return activeRun.rank;
    }

    /** @param from when it begins to make progress: after loading and repeated work */
    public void started(WorkloadId id, Instant from) {
        ActiveRun activeRun = activeRuns.get(id);
        if (activeRun != null) {
            activeRun.progressingSince = from.toEpochMilli();
            activeRun.attempt++;
            activeRun.distribution.pendingRuns.remove(activeRun);
            scheduleAlarm(activeRun, from.toEpochMilli());
        }
    }

    /**
     * Records that it is pending again.
     *
     * @param done the work that is retained
     * @return its rank now
     */
    public long stopped(WorkloadId id, Duration done, Instant at) {
        ActiveRun activeRun = activeRuns.get(id);
        if (activeRun == null) {
            return 0;
        }
        activeRun.progressingSince = -1;
        activeRun.attempt++;
        activeRun.retainedWork = done.toMillis();
        activeRun.distribution.pendingRuns.add(activeRun);
        activeRun.rank = rank(activeRun, at.toEpochMilli());
        rankChanges.remove(id);
        return activeRun.rank;
    }

    /** @param worked all its work, over all attempts */
    public void ended(WorkloadId id, Duration worked) {
        remove(id).ifPresent(activeRun -> learn(activeRun, worked.toMillis() / 1e3));
    }

    private void learn(ActiveRun activeRun, double seconds) {
        countAges(activeRun, AgeBuckets.bucketOf(seconds));
        activeRun.distribution.ended(seconds);
        announce(activeRun.distribution);
    }

    /** Records that it was cancelled or teaches nothing about its end; that it lived this long still counts. */
    public void dropped(WorkloadId id) {
        remove(id);
    }

    private Optional<ActiveRun> remove(WorkloadId id) {
        Optional<ActiveRun> removed = Optional.ofNullable(activeRuns.remove(id));
        removed.ifPresent(
                run -> {
                    run.attempt++;
                    run.distribution.pendingRuns.remove(run);
                    rankChanges.remove(id);
                });
        return removed;
    }

    // Output.

    /** When a rank will change with time alone. */
    public Optional<Instant> nextRankChange() {
        dropStaleAlarms();
        Alarm next = alarms.peek();
        return next == null ? Optional.empty() : Optional.of(Instant.ofEpochMilli(next.at));
    }

    private void dropStaleAlarms() {
        Alarm next = alarms.peek();
        while (next != null && next.attempt != next.run.attempt) {
            alarms.poll();
            next = alarms.peek();
        }
    }

    /** The ranks that have changed since the last call. */
    public List<Change> rankChanges(Instant now) {
        long millis = now.toEpochMilli();
        Alarm next = alarms.peek();
        while (next != null && next.at <= millis) {
            alarms.poll();
            if (next.attempt == next.run.attempt) {
                advance(next.run, next.at);
            }
            next = alarms.peek();
        }
        if (millis - REFRESH_MILLIS >= refreshedAt) {
            refreshedAt = millis;
            announceAll();
        }
        List<Change> announced = List.copyOf(rankChanges.values());
        rankChanges.clear();
        return announced;
    }

    /** The estimated runtime, if enough similar workloads have ended; the similarity may be as broad as the team. */
    public Optional<RuntimeEstimate> estimate(WorkloadId id) {
        ActiveRun activeRun = activeRuns.get(id);
        return activeRun == null ? Optional.empty() : estimate(activeRun.distribution);
    }

    /** Predicts for a workload that is not submitted yet, and records nothing. */
    public Prediction predict(WorkloadId id, SimilarityKey key, Instant at) {
        LifetimeDistribution distribution = knownDistribution(key);
        return new Prediction(
                rank(new ActiveRun(id, distribution), at.toEpochMilli()), estimate(distribution));
    }

    /** @param rank the expected remaining runtime in milliseconds */
    public record Prediction(long rank, Optional<RuntimeEstimate> runtime) {}

    private static Optional<RuntimeEstimate> estimate(LifetimeDistribution narrowest) {
        Optional<LifetimeDistribution> distribution = Optional.of(narrowest);
        while (distribution.isPresent() && distribution.get().finished() < MIN_FINISHED) {
            distribution = distribution.get().broader();
        }
        return distribution.map(
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

    private LifetimeDistribution distributionFor(SimilarityKey key, long at) {
        String team = key.team().value();
        LifetimeDistribution ofTeam = broad(team, Optional.empty());
        String sized = team + "/" + key.thousandths();
        LifetimeDistribution ofSize = broad(sized, Optional.of(ofTeam));
        if (key.command().isPresent()) {
            return commands.computeIfAbsent(
                    sized + "/" + key.command().get(),
                    _ -> new LifetimeDistribution(Optional.of(ofSize), SHORT_MEMORY));
        }
        Burst burst = bursts.get(sized);
        if (burst == null || at - burst.last > BURST_GAP_MILLIS) {
            burst = new Burst(new LifetimeDistribution(Optional.of(ofSize), SHORT_MEMORY), at);
            bursts.put(sized, burst);
        }
        burst.last = at;
        return burst.distribution;
    }

    /** The distribution of similar workloads, without recording a new one. */
    private LifetimeDistribution knownDistribution(SimilarityKey key) {
        String team = key.team().value();
        String sized = team + "/" + key.thousandths();
        LifetimeDistribution ofTeam =
                Optional.ofNullable(broad.get(team))
                        .orElseGet(() -> new LifetimeDistribution(Optional.empty(), LONG_MEMORY));
        LifetimeDistribution ofSize =
                Optional.ofNullable(broad.get(sized))
                        .orElseGet(
                                () -> new LifetimeDistribution(Optional.of(ofTeam), LONG_MEMORY));
        return key.command()
                .flatMap(command -> Optional.ofNullable(commands.get(sized + "/" + command)))
                .orElseGet(() -> new LifetimeDistribution(Optional.of(ofSize), SHORT_MEMORY));
    }

    private LifetimeDistribution broad(String key, Optional<LifetimeDistribution> broader) {
        return broad.computeIfAbsent(key, _ -> new LifetimeDistribution(broader, LONG_MEMORY));
    }

    private void advance(ActiveRun activeRun, long now) {
        int age = AgeBuckets.bucketOf(activeRun.progress(now));
        if (countAges(activeRun, age)) {
            announce(activeRun.distribution);
        }
        announce(activeRun, rank(activeRun, now));
        scheduleAlarm(activeRun, now);
    }

    /** Counts each age bucket once, however often the workload was stopped on the way. */
    private static boolean countAges(ActiveRun activeRun, int age) {
        boolean changed = activeRun.countedAge < age;
        while (activeRun.countedAge < age) {
            activeRun.distribution.recordSurvival(activeRun.countedAge);
            activeRun.countedAge++;
        }
        return changed;
    }

    private void scheduleAlarm(ActiveRun activeRun, long now) {
        int age = AgeBuckets.bucketOf(activeRun.progress(now));
        if (age < AgeBuckets.COUNT - 1) {
            long left =
                    (long) Math.ceil((AgeBuckets.start(age + 1) - activeRun.progress(now)) * 1e3);
            alarms.add(
                    new Alarm(
                            Math.max(now, activeRun.progressingSince) + Math.max(1, left),
                            activeRun,
                            activeRun.attempt));
        }
    }

    private static long rank(ActiveRun activeRun, long now) {
        double[] expected = activeRun.distribution.expected();
        return Math.max(1, (long) (expected[AgeBuckets.bucketOf(activeRun.progress(now))] * 1e3));
    }

    /** Announces new ranks to pending workloads if their order may have changed. */
    private void announce(LifetimeDistribution distribution) {
        if (distribution.pendingRuns.isEmpty()
                || !hasMoved(distribution.announced, distribution.expected())) {
            return;
        }
        distribution.announced = distribution.expected().clone();
        for (ActiveRun activeRun : distribution.pendingRuns) {
            announce(activeRun);
        }
    }

    private void announce(ActiveRun activeRun) {
        long rank = rank(activeRun, 0);
        if (Math.abs(rank - activeRun.rank) > RERANK_THRESHOLD * activeRun.rank) {
            announce(activeRun, rank);
        }
    }

    private void announce(ActiveRun activeRun, long rank) {
        activeRun.rank = rank;
        rankChanges.put(activeRun.id, new Change.Ranked(activeRun.id, rank));
    }

    private static boolean hasMoved(double[] announced, double[] now) {
        if (announced.length == 0) {
            return true;
        }
        for (int age = 0; age < now.length; age++) {
            if (Math.abs(now[age] - announced[age]) > RERANK_THRESHOLD * announced[age]) {
                return true;
            }
        }
        return false;
    }

    private void announceAll() {
        List<ActiveRun> all = new ArrayList<>(activeRuns.values());
        all.sort(Comparator.comparing(activeRun -> activeRun.id));
        for (ActiveRun activeRun : all) {
            if (!activeRun.isRunning()) {
                activeRun.distribution.refresh();
                announce(activeRun);
            }
        }
    }
}
