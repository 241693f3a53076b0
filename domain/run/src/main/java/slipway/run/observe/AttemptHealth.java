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

    static final Duration SHORTEST = Duration.ofMinutes(10);
    private static final Duration LATELY = Duration.ofMinutes(2);
    private static final Duration LONGEST_GAP = Duration.ofMinutes(2);
    private static final int STEPS = 10;
    private static final int MOST_MARKS = 60;
    private static final int MOST_POWERS = 2_000;
    private static final int SPINS = 95;

    /** Before so many samples nobody knows what is usual for it. */
    private static final int ENOUGH = 12;

    private record Mark(Instant at, JobProgress progress) {}

    /** Watts of one accelerator, on average over those of the attempt. */
    private record Power(Instant at, double watts) {}

    private final Deque<Mark> marks = new ArrayDeque<>();
    private final Deque<Power> powers = new ArrayDeque<>();
    private Optional<UsageSample> before = Optional.empty();
    private Optional<UsageSample> last = Optional.empty();
    private Optional<Instant> lastAt = Optional.empty();
    private long saved = -1;
    private Optional<Instant> grew = Optional.empty();
    private Optional<Instant> looked = Optional.empty();
    private Optional<Instant> lookedBefore = Optional.empty();
    private final boolean waits;
    private Duration patient = Duration.ZERO;

    /** Since when an accelerator has done nothing, of those that do nothing. */
    private final Map<String, Instant> still = new TreeMap<>();

    /** Since when the server before this one knew that it holds some idle. */
    private Optional<Instant> stillBefore;

    /**
     * @param waits whether it is there to wait for others, and may do nothing
     * @param stillBefore since when it is known to hold accelerators idle
     */
    AttemptHealth(boolean waits, Optional<Instant> stillBefore) {
        this.waits = waits;
        this.stillBefore = stillBefore;
    }

    /** Its accelerators may do nothing for so long before that is said. */
    synchronized void patient(Duration time) {
        patient = time;
    }

    /** Somebody looks at it now. */
    synchronized void looked(Instant now) {
        Duration gap = Duration.between(looked.orElse(now), now);
        Duration over = gap.minus(LONGEST_GAP);
        Duration jump = gap.isNegative() ? gap : over.isNegative() ? Duration.ZERO : over;
        if (!jump.isZero()) {
            move(jump);
        }
        lookedBefore = looked.map(at -> at.plus(jump));
        looked = Optional.of(now);
    }

    private void move(Duration by) {
        List<Mark> said =
                marks.stream().map(each -> new Mark(each.at.plus(by), each.progress)).toList();
        marks.clear();
        marks.addAll(said);
        List<Power> drawn =
                powers.stream().map(each -> new Power(each.at.plus(by), each.watts)).toList();
        powers.clear();
        powers.addAll(drawn);
        still.replaceAll((_, since) -> since.plus(by));
        stillBefore = stillBefore.map(at -> at.plus(by));
        lastAt = lastAt.map(at -> at.plus(by));
        grew = grew.map(at -> at.plus(by));
    }

    /** It said this; the same again is no progress. The look before did not find it, whatever time its file bears. */
    synchronized void said(JobProgress jobProgress, Instant at) {
        if (marks.isEmpty() || !marks.getLast().progress().equals(jobProgress)) {
            Instant earliest = lookedBefore.filter(at::isBefore).orElse(at);
            marks.add(new Mark(earliest, jobProgress));
        }
        if (marks.size() > MOST_MARKS) {
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
        rests(sample);
        if (!sample.gpus().isEmpty()) {
            double watts =
                    sample.gpus().stream().mapToInt(UsageSample.Gpu::watts).average().orElse(0);
            powers.add(new Power(sample.at(), watts));
        }
        if (powers.size() > MOST_POWERS) {
            powers.removeFirst();
        }
    }

    private void rests(UsageSample sample) {
        for (UsageSample.Gpu gpu : sample.gpus()) {
            if (isStill(gpu) && !waits) {
                still.putIfAbsent(gpu.uuid(), stillBefore.orElse(sample.at()));
            } else {
                still.remove(gpu.uuid());
            }
        }
        stillBefore = Optional.empty();
    }

    /** So much lies in its checkpoints. */
    synchronized void saved(long bytes, Instant at) {
        if (bytes > saved) {
            grew = saved < 0 ? grew : Optional.of(at);
            saved = bytes;
        }
    }

    /** Whether it has been silent for so long that it is worth looking closer. */
    synchronized boolean isSilent(Instant now) {
        return !marks.isEmpty()
                && !Duration.between(marks.getLast().at(), now).minus(patience()).isNegative();
    }

    private Duration patience() {
        Duration steps = medianStep().map(step -> step.multipliedBy(STEPS)).orElse(SHORTEST);
        return steps.compareTo(SHORTEST) > 0 ? steps : SHORTEST;
    }

    private Optional<Duration> medianStep() {
        List<Mark> all = List.copyOf(marks);
        List<Duration> steps =
                Stream.iterate(1, at -> at < all.size(), at -> at + 1)
                        .filter(at -> steps(all.get(at - 1), all.get(at)) > 0)
                        .map(at -> perStep(all.get(at - 1), all.get(at)))
                        .sorted()
                        .toList();
        return steps.isEmpty() ? Optional.empty() : Optional.of(steps.get(steps.size() / 2));
    }

    private static long steps(Mark from, Mark to) {
        return to.progress().step() - from.progress().step();
    }

    private static Duration perStep(Mark from, Mark to) {
        return Duration.between(from.at(), to.at()).dividedBy(steps(from, to));
    }

    private Optional<Instant> ends(Instant now) {
        if (marks.size() < 2 || marks.getLast().progress().total().isEmpty()) {
            return Optional.empty();
        }
        Mark newest = marks.getLast();
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
        if (!isSilent(now) || grew.filter(at -> !at.plus(SHORTEST).isBefore(now)).isPresent()) {
            return Optional.empty();
        }
        Mark newest = marks.getLast();
        String silence =
                "It has said nothing new since step %s, %s ago"
                        .formatted(
                                Format.count(newest.progress().step()),
                                Format.duration(Duration.between(newest.at(), now)));
        return accelerators().map(words -> silence + words + ".");
    }

    /** What its accelerators do, if that fits to hanging. */
    private Optional<String> accelerators() {
        List<UsageSample.Gpu> gpus = last.map(UsageSample::gpus).orElse(List.of());
        if (gpus.isEmpty()) {
            return last.map(_ -> "");
        }
        if (gpus.stream().allMatch(gpu -> gpu.utilisation().equals(Optional.of(0)))) {
            return Optional.of(", and its accelerators do nothing");
        }
        Optional<Double> usual = usualPower();
        boolean spins =
                usual.isPresent()
                        && gpus.stream().allMatch(gpu -> isStill(gpu) || spins(gpu, usual.get()));
        return spins
                ? Optional.of(
                        ", and its accelerators only seem to work: %d W where %d W are usual"
                                .formatted(
                                        Math.round(powers.getLast().watts()),
                                        Math.round(usual.get())))
                : Optional.empty();
    }

    private static boolean isStill(UsageSample.Gpu gpu) {
        return gpu.utilisation().equals(Optional.of(0));
    }

    private static boolean spins(UsageSample.Gpu gpu, double usual) {
        return gpu.utilisation().filter(percent -> percent >= SPINS).isPresent()
                && gpu.watts() < usual / 2;
    }

    /** The median while there was progress. */
    private Optional<Double> usualPower() {
        Instant live = marks.getLast().at();
        List<Double> usual =
                powers.stream()
                        .filter(power -> !power.at().isAfter(live))
                        .map(Power::watts)
                        .sorted()
                        .toList();
        return usual.size() < ENOUGH ? Optional.empty() : Optional.of(usual.get(usual.size() / 2));
    }

    // Held idle.

    /** Whether anybody has looked lately, so that it can be told. */
    private boolean isSeen(Instant now) {
        return lastAt.filter(at -> at.plus(LATELY).isAfter(now)).isPresent();
    }

    /** Since when it has held accelerators idle, and in words how many; empty if it does not, or nobody can tell. */
    synchronized Optional<AttemptStatus.Idle> idle(Instant now) {
        List<Instant> idle =
                still.values().stream()
                        .filter(since -> !since.plus(patient).isAfter(now))
                        .sorted()
                        .toList();
        if (idle.isEmpty() || !isSeen(now) || hung(now).isPresent()) {
            return Optional.empty();
        }
        Instant since = idle.getLast();
        String held = held(idle.size(), Duration.between(since, now));
        return Optional.of(new AttemptStatus.Idle(since, held + "."));
    }

    /** That all of its accelerators do nothing; without the full stop. */
    synchronized String held(Duration time) {
        return held(count(), time);
    }

    private String held(int idle, Duration time) {
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
    synchronized boolean uses() {
        return still.size() < count();
    }

    /** Whether all of its accelerators work, as far as was seen lately. */
    synchronized boolean isBusy(Instant now) {
        return isSeen(now) && still.isEmpty();
    }

    // For people.

    synchronized AttemptStatus vitals(Instant now) {
        return new AttemptStatus(
                last,
                before.flatMap(earlier -> last.flatMap(later -> busy(earlier, later))),
                marks.isEmpty() ? Optional.empty() : Optional.of(marks.getLast().progress()),
                ends(now),
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
