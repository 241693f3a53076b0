package slipway.run.observe;

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
import slipway.base.text.Format;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.attempt.AttemptLogReader;
import slipway.run.attempt.JobProgress;
import slipway.run.attempt.LogText;
import slipway.run.checkpoint.CheckpointScanner;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Engine;
import slipway.run.engine.UsageSample;
import slipway.run.lifecycle.AttemptStatus;
import slipway.run.lifecycle.RunRequest;
import slipway.run.lifecycle.Shares;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.Workload.Warned;
import slipway.run.observe.StepRecorder.Which;
import slipway.run.workspace.IdleDetector.Step;
import slipway.run.workspace.IdleDetector.Terms;
import slipway.run.workspace.IdleDetector.Verdict;
import slipway.run.workspace.WorkspaceActivity;
import slipway.schedule.config.IdleRule;
import slipway.spec.workload.RetryPolicy;
import slipway.spec.workload.WorkloadSpec;

/** Looks from time to time how attempts go on. What it remembers is gone with the server, and soon seen again. */
final class HealthMonitor {

    private static final int LOOK_BACK = 4_096;
    private static final int MOST_FILES = 10_000;

    private final Engine engine;
    private final Path attempts;
    private final CheckpointScanner checkpointScanner;
    private final Map<AttemptId, AttemptHealth> courses = new ConcurrentHashMap<>();
    private final WorkspaceActivity workspaceActivity;
    private final StepRecorder stepRecorder;

    HealthMonitor(
            Engine engine,
            Path attempts,
            WorkspaceActivity workspaceActivity,
            StepRecorder stepRecorder) {
        this.stepRecorder = stepRecorder;
        this.workspaceActivity = workspaceActivity;
        this.engine = engine;
        this.attempts = attempts;
        this.checkpointScanner = new CheckpointScanner(attempts);
    }

    /** Looks at one that runs; orders if it was found to hang, or to hold accelerators idle. */
    List<RunRequest> look(Workload workload, Shares shares, Instant now) {
        AttemptId attempt = workload.attempt();
        Warned warned =
                workload.trail().latest().map(Workload.Latest::warned).orElse(Warned.OF_NOTHING);
        boolean waits = workload.spec().kind() != WorkloadSpec.Kind.JOB;
        AttemptHealth attemptHealth =
                courses.computeIfAbsent(attempt, _ -> new AttemptHealth(waits, warned.idle()));
        attemptHealth.patient(shares.idle(workload.team()).warnAfter());
        attemptHealth.looked(now);
        engine.sample(attempt).ifPresent(attemptHealth::sampled);
        AttemptDirectory directory = AttemptDirectory.at(attempts, attempt);
        heard(directory, now)
                .ifPresent(
                        heard -> {
                            attemptHealth.said(heard.progress(), heard.at());
                            stepRecorder.said(directory, heard.progress(), heard.at(), Which.SOME);
                        });
        List<RunRequest> orders = new ArrayList<>();
        stuck(workload, attemptHealth, now)
                .filter(stuck -> !warned.hung().equals(Optional.of(stuck.step())))
                .ifPresent(
                        stuck -> {
                            boolean stops = workload.spec().retry().hung() == RetryPolicy.Hung.STOP;
                            orders.add(
                                    new RunRequest.Hung(
                                            attempt, stuck.step(), stuck.because(), stops));
                        });
        if (workload.isStoppedWhenIdle(shares)) {
            unused(workload, attemptHealth, shares, now).ifPresent(orders::add);
            return orders;
        }
        workspaceActivity.forget(attempt); // its team may have had such jobs stopped until now
        if (warned.idle().isEmpty()) {
            attemptHealth
                    .idle(now)
                    .map(idle -> new RunRequest.Idle(attempt, Optional.of(idle)))
                    .ifPresent(orders::add);
        } else if (attemptHealth.isBusy(now)) {
            orders.add(new RunRequest.Idle(attempt, Optional.empty()));
        }
        return orders;
    }

    /** It has ended: what it said at last is written down, for whoever asks later how fast it was. */
    void last(AttemptId attempt, Instant now) {
        AttemptDirectory directory = AttemptDirectory.at(attempts, attempt);
        boolean seen = courses.containsKey(attempt); // of a short one nobody reads the log for this
        (seen ? heard(directory, now) : written(directory, now))
                .ifPresent(it -> stepRecorder.said(directory, it.progress(), it.at(), Which.EVERY));
    }

    /** It is stopped only once the warning is written down. */
    private Optional<RunRequest> unused(
            Workload workload, AttemptHealth attemptHealth, Shares shares, Instant now) {
        AttemptId attempt = workload.attempt();
        Warned warned = workload.trail().latest().orElseThrow().warned();
        Verdict verdict = judged(workload, shares.idle(workload.team()), warned, now);
        if (verdict.step() == Step.STOP && warned.idle().isPresent()) {
            Duration unused = Duration.between(workspaceActivity.used(attempt).orElse(now), now);
            Instant by = now.plus(shares.policy().notice());
            return Optional.of(new RunRequest.Unused(attempt, why(workload, unused), by));
        }
        Optional<AttemptStatus.Idle> told =
                workspaceActivity.isWarned(attempt)
                        ? Optional.of(told(workload, attemptHealth, now))
                        : attemptHealth.idle(now).filter(_ -> attemptHealth.uses());
        return told.isPresent() == warned.idle().isPresent()
                ? Optional.empty()
                : Optional.of(new RunRequest.Idle(attempt, told));
    }

    private Verdict judged(Workload workload, IdleRule rule, Warned warned, Instant now) {
        AttemptId attempt = workload.attempt();
        Optional<UsageSample> sample = engine.sample(attempt);
        if (workload.spec().workspace().isPresent()) {
            Duration idle = workload.workspace().idle().orElse(rule.stopWorkspacesAfter());
            return workspaceActivity.look(
                    attempt, sample, Terms.ofWorkspace(idle), warned.kept(), now);
        }
        return workspaceActivity.lookAtJob(
                attempt, sample, Terms.ofJob(rule.warnAfter()), warned.kept(), now);
    }

    private static String why(Workload workload, Duration unused) {
        String time = Format.duration(unused);
        return workload.spec().workspace().isPresent()
                ? "Nobody had used it for %s, so it was stopped.".formatted(time)
                : "It held accelerators for %s without using them, and team %s has such jobs stopped."
                        .formatted(time, workload.team());
    }

    private AttemptStatus.Idle told(Workload workload, AttemptHealth attemptHealth, Instant now) {
        AttemptId attempt = workload.attempt();
        Instant since = workspaceActivity.used(attempt).orElse(now);
        Duration unused = Duration.between(since, now);
        Duration left = Duration.between(now, workspaceActivity.stops(attempt).orElse(now));
        String what =
                workload.spec().workspace().isPresent()
                        ? "Nobody has used it for " + Format.duration(unused)
                        : attemptHealth.held(unused);
        return new AttemptStatus.Idle(
                since,
                "%s; it is stopped in %s."
                        .formatted(
                                what, Format.duration(left.isNegative() ? Duration.ZERO : left)));
    }

    /** To look at all that it saved is worth it only when it has said nothing for long. */
    private Optional<AttemptHealth.Stuck> stuck(
            Workload workload, AttemptHealth attemptHealth, Instant now) {
        if (!attemptHealth.isSilent(now)) {
            return Optional.empty();
        }
        AttemptDirectory directory = AttemptDirectory.at(attempts, workload.attempt());
        long saved =
                checkpointScanner.folders(workload, directory).stream()
                        .mapToLong(HealthMonitor::size)
                        .sum();
        attemptHealth.saved(saved, now);
        return attemptHealth.stuck(now);
    }

    private record Heard(JobProgress progress, Instant at) {}

    /** What it wrote down, else what it printed. A file says itself when that was, also to the next server. */
    private static Optional<Heard> heard(AttemptDirectory directory, Instant now) {
        return written(directory, now).or(() -> printed(directory, now));
    }

    private static Optional<Heard> written(AttemptDirectory directory, Instant now) {
        return directory
                .progress()
                .flatMap(JobProgress::told)
                .map(told -> new Heard(told, earlier(directory.progressed(), now)));
    }

    private static Instant earlier(Optional<Instant> file, Instant now) {
        return file.filter(now::isAfter).orElse(now);
    }

    private static Optional<Heard> printed(AttemptDirectory directory, Instant now) {
        AttemptLogReader log = directory.log(0);
        AttemptLogReader.Part end = log.read(Math.max(0, log.end() - LOOK_BACK), LOOK_BACK);
        return JobProgress.printed(LogText.of(end.bytes(), true).text())
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

    AttemptStatus of(Workload workload, Instant now) {
        Optional<AttemptHealth> course = Optional.ofNullable(courses.get(workload.attempt()));
        course.ifPresent(known -> known.looked(now));
        AttemptStatus attemptStatus =
                course.map(known -> known.vitals(now)).orElse(AttemptStatus.UNKNOWN);
        return course.filter(_ -> workspaceActivity.isWarned(workload.attempt()))
                .map(known -> attemptStatus.idle(told(workload, known, now)))
                .orElse(attemptStatus);
    }

    /** Of all others nothing need be remembered. */
    void remember(Set<AttemptId> present) {
        workspaceActivity.remember(present);
        courses.keySet().retainAll(present);
    }
}
