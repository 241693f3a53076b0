package slipway.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import slipway.base.Say;
import slipway.run.Workload.Warned;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.attempt.AttemptLog;
import slipway.run.attempt.LogText;
import slipway.run.attempt.Progress;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Engine;
import slipway.run.workspace.Idleness.Step;
import slipway.run.workspace.Idleness.Verdict;
import slipway.run.workspace.Uses;
import slipway.spec.workload.Retry;
import slipway.spec.workload.WorkloadSpec;

/** Looks from time to time how attempts go on. What it remembers is gone with the server, and soon seen again. */
final class Pulse {

    private static final int LOOK_BACK = 4_096;
    private static final int MOST_FILES = 10_000;

    private final Engine engine;
    private final Path attempts;
    private final Checkpoints checkpoints;
    private final Map<AttemptId, Course> courses = new ConcurrentHashMap<>();
    private final Uses uses;

    Pulse(Engine engine, Path attempts, Uses uses) {
        this.uses = uses;
        this.engine = engine;
        this.attempts = attempts;
        this.checkpoints = new Checkpoints(attempts);
    }

    /** Looks at one that runs; orders if it was found to hang, or to hold accelerators idle. */
    List<Order> look(Workload workload, Instant now) {
        AttemptId attempt = workload.attempt();
        Warned warned =
                workload.trail().latest().map(Workload.Latest::warned).orElse(Warned.OF_NOTHING);
        boolean waits = workload.spec().kind() != WorkloadSpec.Kind.JOB;
        Course course = courses.computeIfAbsent(attempt, _ -> new Course(waits, warned.idle()));
        course.looked(now);
        engine.sample(attempt).ifPresent(course::sampled);
        AttemptDirectory directory = AttemptDirectory.at(attempts, attempt);
        heard(directory, now).ifPresent(heard -> course.said(heard.progress(), heard.at()));
        List<Order> orders = new ArrayList<>();
        stuck(workload, course, now)
                .filter(stuck -> !warned.hung().equals(Optional.of(stuck.step())))
                .ifPresent(
                        stuck -> {
                            boolean stops = workload.spec().retry().hung() == Retry.Hung.STOP;
                            orders.add(
                                    new Order.Hung(attempt, stuck.step(), stuck.because(), stops));
                        });
        if (workload.spec().workspace().isPresent()) {
            unused(workload, workload.spec().workspace().get().idle(), now).ifPresent(orders::add);
        } else if (warned.idle().isEmpty()) {
            course.idle(now)
                    .map(idle -> new Order.Idle(attempt, Optional.of(idle)))
                    .ifPresent(orders::add);
        } else if (course.isBusy(now)) {
            orders.add(new Order.Idle(attempt, Optional.empty()));
        }
        return orders;
    }

    /** It is stopped only once the warning is written down. */
    private Optional<Order> unused(Workload workload, Duration idle, Instant now) {
        AttemptId attempt = workload.attempt();
        Warned warned = workload.trail().latest().orElseThrow().warned();
        Verdict verdict = uses.look(attempt, engine.sample(attempt), idle, warned.kept(), now);
        if (verdict.step() == Step.STOP && warned.idle().isPresent()) {
            String unused = Say.duration(Duration.between(uses.used(attempt).orElse(now), now));
            String because = "Nobody had used it for %s, so it was stopped.".formatted(unused);
            return Optional.of(new Order.Unused(attempt, because));
        }
        boolean warn = uses.isWarned(attempt);
        return warn == warned.idle().isPresent()
                ? Optional.empty()
                : Optional.of(
                        new Order.Idle(
                                attempt,
                                warn ? Optional.of(told(attempt, now)) : Optional.empty()));
    }

    private Vitals.Idle told(AttemptId attempt, Instant now) {
        Instant since = uses.used(attempt).orElse(now);
        Duration left = Duration.between(now, uses.stops(attempt).orElse(now));
        return new Vitals.Idle(
                since,
                "Nobody has used it for %s; it is stopped in %s."
                        .formatted(
                                Say.duration(Duration.between(since, now)),
                                Say.duration(left.isNegative() ? Duration.ZERO : left)));
    }

    /** To look at all that it saved is worth it only when it has said nothing for long. */
    private Optional<Course.Stuck> stuck(Workload workload, Course course, Instant now) {
        if (!course.isSilent(now)) {
            return Optional.empty();
        }
        AttemptDirectory directory = AttemptDirectory.at(attempts, workload.attempt());
        long saved = checkpoints.folders(workload, directory).stream().mapToLong(Pulse::size).sum();
        course.saved(saved, now);
        return course.stuck(now);
    }

    private record Heard(Progress progress, Instant at) {}

    /** What it wrote down, else what it printed. A file says itself when that was, also to the next server. */
    private static Optional<Heard> heard(AttemptDirectory directory, Instant now) {
        Optional<Heard> written =
                directory
                        .progress()
                        .flatMap(Progress::told)
                        .map(told -> new Heard(told, earlier(directory.progressed(), now)));
        return written.or(() -> printed(directory, now));
    }

    private static Instant earlier(Optional<Instant> file, Instant now) {
        return file.filter(now::isAfter).orElse(now);
    }

    private static Optional<Heard> printed(AttemptDirectory directory, Instant now) {
        AttemptLog log = directory.log(0);
        AttemptLog.Part end = log.read(Math.max(0, log.end() - LOOK_BACK), LOOK_BACK);
        return Progress.printed(LogText.of(end.bytes(), true).text())
                .map(told -> new Heard(told, now));
    }

    private static long size(Path folder) {
        try (Stream<Path> files = Files.walk(folder, 16)) {
            return files.limit(MOST_FILES)
                    .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException | UncheckedIOException e) {
            return 0; // it is being written, or removed
        }
    }

    Vitals of(AttemptId attempt, Instant now) {
        Optional<Course> course = Optional.ofNullable(courses.get(attempt));
        course.ifPresent(known -> known.looked(now));
        Vitals vitals = course.map(known -> known.vitals(now)).orElse(Vitals.UNKNOWN);
        return uses.isWarned(attempt) ? vitals.idle(told(attempt, now)) : vitals;
    }

    /** Of all others nothing need be remembered. */
    void remember(Set<AttemptId> present) {
        uses.remember(present);
        courses.keySet().retainAll(present);
    }
}
