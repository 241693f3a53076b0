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
 * How one attempt went of late, and what follows from that: when it will end, and whether it hangs.
 *
 * <p>It hangs when it said how far it is and then, for ten minutes or ten times as long as its steps usually take,
 * nothing more; and every accelerator does nothing, or seems to work hard at less than half of the power it drew while
 * there was progress (a collective that waits for ever spins: full utilisation, little power); and no checkpoint grows.
 * Whoever never said anything is never called hung, nor is one whose accelerators are shared: nobody can tell.
 *
 * <p>It holds accelerators idle when every look at them for as long as its team says found that they do nothing. Of
 * those that are shared nobody can tell that either, and a service may wait for somebody to ask.
 *
 * <p>Time passes here as it was looked at. The server looks every few seconds; when far more has passed since the look
 * before, or less than nothing, the clock was set or the machine slept. Then everything is moved along with the clock:
 * what was a minute ago still is.
 */
final class AttemptHealth {

    static final Duration MIN_SILENCE = Duration.ofMinutes(10);
    private static final Duration RECENT = Duration.ofMinutes(2);
    private static final Duration LONGEST_GAP = Duration.ofMinutes(2);
    private static final int SILENT_STEPS = 10;
    private static final int MAX_MARKS = 60;
    private static final int MAX_POWERS = 2_000;
    private static final int SPIN_UTILIZATION = 95;

    /** Before so many samples nobody knows what is usual for it. */
    private static final int MIN_POWERS = 12;

    private record ProgressMark(Instant at, JobProgress progress) {}

    /** Watts of one accelerator, on average over those of the attempt. */
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

    /** Since when an accelerator has done nothing, of those that do nothing. */
    private final Map<String, Instant> idleSince = new TreeMap<>();

    /** Since when the server before this one knew that it holds some idle. */
    private Optional<Instant> idleBeforeRestart;

    /**
     * @param mayIdle whether it is there to wait for others, and may do nothing
     * @param idleBeforeRestart since when it is known to hold accelerators idle
     */
    AttemptHealth(boolean mayIdle, Optional<Instant> idleBeforeRestart) {
        this.mayIdle = mayIdle;
        this.idleBeforeRestart = idleBeforeRestart;
    }

    /** Its accelerators may do nothing for so long before that is said. */
    synchronized void idleTolerance(Duration time) {
        idleTolerance = time;
    }

    /** Somebody looks at it now. */
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

    /** It said this; the same again is no progress. The look before did not find it, whatever time its file bears. */
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

    /** So much lies in its checkpoints. */
    synchronized void checkpointBytes(long bytes, Instant at) {
        if (bytes > checkpointBytes) {
            checkpointGrewAt = checkpointBytes < 0 ? checkpointGrewAt : Optional.of(at);
            checkpointBytes = bytes;
        }
    }

    /** Whether it has been silent for so long that it is worth looking closer. */
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

    /** Why it is taken to be stuck. */
    private Optional<String> hung(Instant now) {
        if (!isSilent(now)
                || checkpointGrewAt.filter(at -> !at.plus(MIN_SILENCE).isBefore(now)).isPresent()) {
            return Optional.empty();
        }
        ProgressMark newest = marks.getLast();
        String silence =
                "It has said nothing new since step %s, %s ago"
                        .formatted(
                                Format.count(newest.progress().step()),
                                Format.duration(Duration.between(newest.at(), now)));
        return acceleratorsText().map(words -> silence + words + ".");
    }

    /** What its accelerators do, if that fits to hanging. */
    private Optional<String> acceleratorsText() {
        List<UsageSample.Gpu> gpus = last.map(UsageSample::gpus).orElse(List.of());
        if (gpus.isEmpty()) {
            return last.map(_ -> "");
        }
        if (gpus.stream().allMatch(gpu -> gpu.utilization().equals(Optional.of(0)))) {
            return Optional.of(", and its accelerators do nothing");
        }
        Optional<Double> usualPower = usualPower();
        boolean spins =
                usualPower.isPresent()
                        && gpus.stream()
                                .allMatch(gpu -> isIdle(gpu) || spins(gpu, usualPower.get()));
        return spins
                ? Optional.of(
                        ", and its accelerators only seem to work: %d W where %d W are usual"
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

    /** The median while there was progress. */
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

    // Held idle.

    /** Whether anybody has looked lately, so that it can be told. */
    private boolean isSampledRecently(Instant now) {
        return lastAt.filter(at -> at.plus(RECENT).isAfter(now)).isPresent();
    }

    /** Since when it has held accelerators idle, and in words how many; empty if it does not, or nobody can tell. */
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

    /** That all of its accelerators do nothing; without the full stop. */
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

    /** Whether at least one of its accelerators works, or might: nobody can tell. */
    synchronized boolean usesAccelerators() {
        return idleSince.size() < count();
    }

    /** Whether all of its accelerators work, as far as was seen lately. */
    synchronized boolean isBusy(Instant now) {
        return isSampledRecently(now) && idleSince.isEmpty();
    }

    // For people.

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

    /** That it gets no further than this step. */
    record Stuck(long step, String because) {}
}
