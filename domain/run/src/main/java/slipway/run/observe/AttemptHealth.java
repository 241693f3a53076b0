package slipway.run.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import slipway.base.text.Format;
import slipway.run.attempt.JobProgress;
import slipway.run.engine.UsageSample;
import slipway.run.lifecycle.AttemptStatus;

/**
 * The health of one attempt: its expected end, whether it hangs, and whether it holds accelerators idle.
 *
 * <p>It hangs if it reported progress before, and for ten minutes or ten of its usual steps, whichever is longer,
 * reported none; and every accelerator is idle, or busy at less than half of the power it drew during progress (a
 * collective that waits forever spins: full utilization, little power); and no checkpoint grows. An attempt that never
 * reported progress is never called hung, nor is one that shares accelerators, whose utilization cannot be attributed.
 *
 * <p>It holds accelerators idle if every observation for the time that its team's rule names found one of them idle.
 * Shared accelerators and services, which may wait for requests, are never called idle.
 *
 * <p>Time passes here as it was observed. The server observes every few seconds; if far more time has passed since, or
 * a negative time, the clock was set or the machine slept. Then all recorded times are shifted along with the clock.
 */
final class AttemptHealth {

    static final Duration MIN_SILENCE = Duration.ofMinutes(10);
    private static final Duration RECENT = Duration.ofMinutes(2);
    private static final Duration LONGEST_GAP = Duration.ofMinutes(2);
    private static final int SILENT_STEPS = 10;
    private static final int MAX_MARKS = 60;
    private static final int MAX_POWERS = 2_000;
    private static final int SPIN_UTILIZATION = 95;

    /** The number of power samples needed to know the usual power. */
    private static final int MIN_POWERS = 12;

    private record ProgressMark(Instant at, JobProgress progress) {}

    /** Watts per accelerator, averaged over those of the attempt. */
    private record Power(Instant at, double watts) {}

    private final Deque<ProgressMark> marks = new ArrayDeque<>();
    private final Deque<Power> powers = new ArrayDeque<>();
    private Optional<UsageSample> before = Optional.empty();
    private Optional<UsageSample> last = Optional.empty();
    private Optional<Instant> lastAt = Optional.empty();
    private long checkpointBytes = -1;
    private Optional<Instant> checkpointGrewAt = Optional.empty();
    private Optional<Instant> observed = Optional.empty();
    private Optional<Instant> previouslyObserved = Optional.empty();
    private final boolean mayIdle;
    private Duration idleTolerance = Duration.ZERO;

    /** Since when each idle accelerator has been idle. */
    private final Map<String, Instant> idleSince = new TreeMap<>();

    /** Since when a previous server knew the attempt to be idle. */
    private Optional<Instant> idleBeforeRestart;

    /**
     * @param mayIdle whether it exists to wait for requests, and may be idle
     * @param idleBeforeRestart since when it is known to hold accelerators idle
     */
    AttemptHealth(boolean mayIdle, Optional<Instant> idleBeforeRestart) {
        this.mayIdle = mayIdle;
        this.idleBeforeRestart = idleBeforeRestart;
    }

    /** Sets how long its accelerators may be idle before that is reported. */
    synchronized void idleTolerance(Duration time) {
        idleTolerance = time;
    }

    /** Records an observation now. */
    synchronized void observed(Instant now) {
        Duration gap = Duration.between(observed.orElse(now), now);
        Duration over = gap.minus(LONGEST_GAP);
        Duration jump = gap.isNegative() ? gap : over.isNegative() ? Duration.ZERO : over;
        if (!jump.isZero()) {
            shift(jump);
        }
        previouslyObserved = observed.map(at -> at.plus(jump));
        observed = Optional.of(now);
    }

    private void shift(Duration by) {
        List<ProgressMark> said =
                marks.stream()
                        .map(each -> new ProgressMark(each.at.plus(by), each.progress))
                        .toList();
        marks.clear();
        marks.addAll(said);
        List<Power> drawn =
                powers.stream().map(each -> new Power(each.at.plus(by), each.watts)).toList();
        powers.clear();
        powers.addAll(drawn);
        idleSince.replaceAll((_, since) -> since.plus(by));
        idleBeforeRestart = idleBeforeRestart.map(at -> at.plus(by));
        lastAt = lastAt.map(at -> at.plus(by));
        checkpointGrewAt = checkpointGrewAt.map(at -> at.plus(by));
    }

    /**
     * Records reported progress; the same again is no progress. The previous observation did not see it, whatever time
     * its file has.
     */
    synchronized void progressed(JobProgress jobProgress, Instant at) {
        if (marks.isEmpty() || !marks.getLast().progress().equals(jobProgress)) {
            Instant earliest = previouslyObserved.filter(at::isBefore).orElse(at);
            marks.add(new ProgressMark(earliest, jobProgress));
        }
        if (marks.size() > MAX_MARKS) {
            marks.removeFirst();
        }
    }

    synchronized void sampled(UsageSample sample) {
        if (last.filter(sample::equals).isPresent()
                || lastAt.filter(known -> !known.isBefore(sample.at())).isPresent()) {
            return;
        }
        before = last;
        last = Optional.of(sample);
        lastAt = Optional.of(sample.at());
        trackIdle(sample);
        if (!sample.gpus().isEmpty()) {
            double watts =
                    sample.gpus().stream().mapToInt(UsageSample.Gpu::watts).average().orElse(0);
            powers.add(new Power(sample.at(), watts));
        }
        if (powers.size() > MAX_POWERS) {
            powers.removeFirst();
        }
    }

    private void trackIdle(UsageSample sample) {
        for (UsageSample.Gpu gpu : sample.gpus()) {
            if (isIdle(gpu) && !mayIdle) {
                idleSince.putIfAbsent(gpu.uuid(), idleBeforeRestart.orElse(sample.at()));
            } else {
                idleSince.remove(gpu.uuid());
            }
        }
        idleBeforeRestart = Optional.empty();
    }

    /** Records the size of its checkpoints. */
    synchronized void checkpointBytes(long bytes, Instant at) {
        if (bytes > checkpointBytes) {
            checkpointGrewAt = checkpointBytes < 0 ? checkpointGrewAt : Optional.of(at);
            checkpointBytes = bytes;
        }
    }

    /** Whether it has been silent for so long that its checkpoints are worth reading. */
    synchronized boolean isSilent(Instant now) {
        return !marks.isEmpty()
                && !Duration.between(marks.getLast().at(), now).minus(silenceLimit()).isNegative();
    }

    private Duration silenceLimit() {
        Duration steps =
                medianStep().map(step -> step.multipliedBy(SILENT_STEPS)).orElse(MIN_SILENCE);
        return steps.compareTo(MIN_SILENCE) > 0 ? steps : MIN_SILENCE;
    }

    private Optional<Duration> medianStep() {
        List<ProgressMark> all = List.copyOf(marks);
        List<Duration> steps =
                Stream.iterate(1, at -> at < all.size(), at -> at + 1)
                        .filter(at -> steps(all.get(at - 1), all.get(at)) > 0)
                        .map(at -> perStep(all.get(at - 1), all.get(at)))
                        .sorted()
                        .toList();
        return steps.isEmpty() ? Optional.empty() : Optional.of(steps.get(steps.size() / 2));
    }

    private static long steps(ProgressMark from, ProgressMark to) {
        return to.progress().step() - from.progress().step();
    }

    private static Duration perStep(ProgressMark from, ProgressMark to) {
        return Duration.between(from.at(), to.at()).dividedBy(steps(from, to));
    }

    private Optional<Instant> expectedEnd(Instant now) {
        if (marks.size() < 2 || marks.getLast().progress().total().isEmpty()) {
            return Optional.empty();
        }
        ProgressMark newest = marks.getLast();
        long done = steps(marks.getFirst(), newest);
        long left = newest.progress().total().get() - newest.progress().step();
        if (done <= 0 || left < 0) {
            return Optional.empty();
        }
        double took = Duration.between(marks.getFirst().at(), newest.at()).toMillis();
        Instant end = newest.at().plusMillis((long) Math.min(took / done * left, 1e14));
        return Optional.of(end.isBefore(now) ? now : end);
    }

    /** Why the attempt is considered hung. */
    private Optional<String> hung(Instant now) {
        if (!isSilent(now)
                || checkpointGrewAt.filter(at -> !at.plus(MIN_SILENCE).isBefore(now)).isPresent()) {
            return Optional.empty();
        }
        ProgressMark newest = marks.getLast();
        String silence =
                "No progress since step %s, %s ago"
                        .formatted(
                                Format.count(newest.progress().step()),
                                Format.duration(Duration.between(newest.at(), now)));
        return acceleratorsText().map(words -> silence + words + ".");
    }

    /** A clause about its accelerators if their state is consistent with a hang. */
    private Optional<String> acceleratorsText() {
        List<UsageSample.Gpu> gpus = last.map(UsageSample::gpus).orElse(List.of());
        if (gpus.isEmpty()) {
            return last.map(_ -> "");
        }
        if (gpus.stream().allMatch(gpu -> gpu.utilization().equals(Optional.of(0)))) {
            return Optional.of(", and its accelerators are idle");
        }
        Optional<Double> usualPower = usualPower();
        boolean spins =
                usualPower.isPresent()
                        && gpus.stream()
                                .allMatch(gpu -> isIdle(gpu) || spins(gpu, usualPower.get()));
        return spins
                ? Optional.of(
                        ", and its accelerators look busy but draw too little: %d W where %d W are usual"
                                .formatted(
                                        Math.round(powers.getLast().watts()),
                                        Math.round(usualPower.get())))
                : Optional.empty();
    }

    private static boolean isIdle(UsageSample.Gpu gpu) {
        return gpu.utilization().equals(Optional.of(0));
    }

    private static boolean spins(UsageSample.Gpu gpu, double usualPower) {
        return gpu.utilization().filter(percent -> percent >= SPIN_UTILIZATION).isPresent()
                && gpu.watts() < usualPower / 2;
    }

    /** The median power during progress. */
    private Optional<Double> usualPower() {
        Instant live = marks.getLast().at();
        List<Double> usualPower =
                powers.stream()
                        .filter(power -> !power.at().isAfter(live))
                        .map(Power::watts)
                        .sorted()
                        .toList();
        return usualPower.size() < MIN_POWERS
                ? Optional.empty()
                : Optional.of(usualPower.get(usualPower.size() / 2));
    }

    // Idle accelerators.

    /** Whether there is a recent sample. */
    private boolean isSampledRecently(Instant now) {
        return lastAt.filter(at -> at.plus(RECENT).isAfter(now)).isPresent();
    }

    /** Since when it has held accelerators idle and how many; empty if it does not, or if this cannot be measured. */
    synchronized Optional<AttemptStatus.Idle> idle(Instant now) {
        List<Instant> idle =
                idleSince.values().stream()
                        .filter(since -> !since.plus(idleTolerance).isAfter(now))
                        .sorted()
                        .toList();
        if (idle.isEmpty() || !isSampledRecently(now) || hung(now).isPresent()) {
            return Optional.empty();
        }
        Instant since = idle.getLast();
        String held = idleText(idle.size(), Duration.between(since, now));
        return Optional.of(new AttemptStatus.Idle(since, held + "."));
    }

    /** A sentence that all of its accelerators are idle; without the full stop. */
    synchronized String idleText(Duration time) {
        return idleText(count(), time);
    }

    private String idleText(int idle, Duration time) {
        int all = count();
        String some =
                idle < all
                        ? "%d of its %d accelerators".formatted(idle, all)
                        : all == 1 ? "its accelerator" : "its %d accelerators".formatted(all);
        return "It holds %s and has not used %s for %s"
                .formatted(some, idle == 1 ? "it" : "them", Format.duration(time));
    }

    private int count() {
        return last.map(sample -> sample.gpus().size()).orElse(0);
    }

    /** Whether at least one of its accelerators works, or cannot be measured. */
    synchronized boolean usesAccelerators() {
        return idleSince.size() < count();
    }

    /** Whether all of its accelerators work, by recent samples. */
    synchronized boolean isBusy(Instant now) {
        return isSampledRecently(now) && idleSince.isEmpty();
    }

    // For users.

    synchronized AttemptStatus status(Instant now) {
        return new AttemptStatus(
                last,
                before.flatMap(earlier -> last.flatMap(later -> busy(earlier, later))),
                marks.isEmpty() ? Optional.empty() : Optional.of(marks.getLast().progress()),
                expectedEnd(now),
                hung(now),
                idle(now));
    }

    private static Optional<Long> busy(UsageSample earlier, UsageSample later) {
        long wall = Duration.between(earlier.at(), later.at()).toMillis();
        long cpu = later.cpu().minus(earlier.cpu()).toMillis();
        return wall <= 0 ? Optional.empty() : Optional.of(Math.max(0, cpu * 1_000 / wall));
    }

    /** Why it hangs, if it does. */
    synchronized Optional<Stuck> stuck(Instant now) {
        return hung(now).map(because -> new Stuck(marks.getLast().progress().step(), because));
    }

    /** The attempt hangs at this step. */
    record Stuck(long step, String because) {}
}
