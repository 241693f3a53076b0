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
import slipway.run.lifecycle.Workload.Warnings;
import slipway.run.observe.IdleDetector.Action;
import slipway.run.observe.IdleDetector.Limits;
import slipway.run.observe.IdleDetector.Verdict;
import slipway.run.observe.StepRecorder.Detail;
import slipway.schedule.config.IdleRule;
import slipway.spec.workload.RetryPolicy;
import slipway.spec.workload.WorkloadSpec;

/**
 * The health monitor: observes running attempts for hangs and idle accelerators. Its observations are not stored; a
 * restarted server soon makes them again.
 */
final class HealthMonitor {

    private static final int TAIL_BYTES = 4_096;
    private static final int MAX_FILES = 10_000;

    private final Engine engine;
    private final Path attempts;
    private final CheckpointScanner checkpointScanner;
    private final Map<AttemptId, AttemptHealth> healthByAttempt = new ConcurrentHashMap<>();
    private final ActivityTracker activityTracker;
    private final StepRecorder stepRecorder;

    HealthMonitor(
            Engine engine,
            Path attempts,
            ActivityTracker activityTracker,
            StepRecorder stepRecorder) {
        this.stepRecorder = stepRecorder;
        this.activityTracker = activityTracker;
        this.engine = engine;
        this.attempts = attempts;
        this.checkpointScanner = new CheckpointScanner(attempts);
    }

    /** Checks a running attempt; returns requests if it hangs or holds accelerators idle. */
    List<RunRequest> check(Workload workload, Shares shares, Instant now) {
        AttemptId attempt = workload.attempt();
        Warnings warnings =
                workload.history()
                        .latest()
                        .map(Workload.LatestAttempt::warnings)
                        .orElse(Warnings.NONE);
        boolean mayIdle = workload.spec().kind() != WorkloadSpec.Kind.JOB;
        AttemptHealth attemptHealth =
                healthByAttempt.computeIfAbsent(
                        attempt, _ -> new AttemptHealth(mayIdle, warnings.idleSince()));
        attemptHealth.idleTolerance(shares.idle(workload.team()).warnAfter());
        attemptHealth.observed(now);
        engine.sample(attempt).ifPresent(attemptHealth::sampled);
        AttemptDirectory directory = AttemptDirectory.at(attempts, attempt);
        observedProgress(directory, now)
                .ifPresent(
                        observed -> {
                            attemptHealth.progressed(observed.progress(), observed.at());
                            stepRecorder.record(
                                    directory, observed.progress(), observed.at(), Detail.SAMPLED);
                        });
        List<RunRequest> requests = new ArrayList<>();
        stuck(workload, attemptHealth, now)
                .filter(stuck -> !warnings.hungAtStep().equals(Optional.of(stuck.step())))
                .ifPresent(
                        stuck -> {
                            boolean stops =
                                    workload.spec().execution().retry().hung()
                                            == RetryPolicy.Hung.STOP;
                            requests.add(
                                    new RunRequest.Hung(
                                            attempt, stuck.step(), stuck.because(), stops));
                        });
        if (workload.isStoppedWhenIdle(shares)) {
            idleRequest(workload, attemptHealth, shares, now).ifPresent(requests::add);
            return requests;
        }
        activityTracker.forget(attempt); // until now its team may have had idle jobs stopped
        if (warnings.idleSince().isEmpty()) {
            attemptHealth
                    .idle(now)
                    .map(idle -> new RunRequest.Idle(attempt, Optional.of(idle)))
                    .ifPresent(requests::add);
        } else if (attemptHealth.isBusy(now)) {
            requests.add(new RunRequest.Idle(attempt, Optional.empty()));
        }
        return requests;
    }

    /** Records the last progress of an ended attempt, from which its speed is computed later. */
    void recordFinalProgress(AttemptId attempt, Instant now) {
        AttemptDirectory directory = AttemptDirectory.at(attempts, attempt);
        boolean seen =
                healthByAttempt.containsKey(
                        attempt); // the log of a short attempt is not read for this
        (seen ? observedProgress(directory, now) : reportedProgress(directory, now))
                .ifPresent(
                        it -> stepRecorder.record(directory, it.progress(), it.at(), Detail.ALL));
    }

    /** A workload is stopped only after its warning is durable. */
    private Optional<RunRequest> idleRequest(
            Workload workload, AttemptHealth attemptHealth, Shares shares, Instant now) {
        AttemptId attempt = workload.attempt();
        Warnings warnings = workload.history().latest().orElseThrow().warnings();
        Verdict verdict = idleVerdict(workload, shares.idle(workload.team()), warnings, now);
        if (verdict.action() == Action.STOP && warnings.idleSince().isPresent()) {
            Duration unused = Duration.between(activityTracker.lastUsed(attempt).orElse(now), now);
            Instant by = now.plus(shares.policy().notice());
            return Optional.of(
                    new RunRequest.StopUnused(attempt, stopReason(workload, unused), by));
        }
        Optional<AttemptStatus.Idle> warning =
                activityTracker.isWarned(attempt)
                        ? Optional.of(idleWarning(workload, attemptHealth, now))
                        : attemptHealth.idle(now).filter(_ -> attemptHealth.usesAccelerators());
        return warning.isPresent() == warnings.idleSince().isPresent()
                ? Optional.empty()
                : Optional.of(new RunRequest.Idle(attempt, warning));
    }

    private Verdict idleVerdict(Workload workload, IdleRule rule, Warnings warnings, Instant now) {
        AttemptId attempt = workload.attempt();
        Optional<UsageSample> sample = engine.sample(attempt);
        if (workload.spec().execution().workspace().isPresent()) {
            Duration idle = workload.workspace().idle().orElse(rule.stopWorkspacesAfter());
            return activityTracker.observeWorkspace(
                    attempt, sample, Limits.ofWorkspace(idle), warnings.exemptUntil(), now);
        }
        return activityTracker.observeJob(
                attempt, sample, Limits.ofJob(rule.warnAfter()), warnings.exemptUntil(), now);
    }

    private static String stopReason(Workload workload, Duration unused) {
        String time = Format.duration(unused);
        return workload.spec().execution().workspace().isPresent()
                ? "It had not been used for %s, so it was stopped.".formatted(time)
                : "It held accelerators for %s without using them, and team %s has such jobs stopped."
                        .formatted(time, workload.team());
    }

    private AttemptStatus.Idle idleWarning(
            Workload workload, AttemptHealth attemptHealth, Instant now) {
        AttemptId attempt = workload.attempt();
        Instant since = activityTracker.lastUsed(attempt).orElse(now);
        Duration unused = Duration.between(since, now);
        Duration left = Duration.between(now, activityTracker.stopsAt(attempt).orElse(now));
        String what =
                workload.spec().execution().workspace().isPresent()
                        ? "It has not been used for " + Format.duration(unused)
                        : attemptHealth.idleText(unused);
        return new AttemptStatus.Idle(
                since,
                "%s; it is stopped in %s."
                        .formatted(
                                what, Format.duration(left.isNegative() ? Duration.ZERO : left)));
    }

    /** Reads the size of the checkpoints only after a long silence, because that is expensive. */
    private Optional<AttemptHealth.Stuck> stuck(
            Workload workload, AttemptHealth attemptHealth, Instant now) {
        if (!attemptHealth.isSilent(now)) {
            return Optional.empty();
        }
        AttemptDirectory directory = AttemptDirectory.at(attempts, workload.attempt());
        long saved =
                checkpointScanner.directories(workload, directory).stream()
                        .mapToLong(HealthMonitor::size)
                        .sum();
        attemptHealth.checkpointBytes(saved, now);
        return attemptHealth.stuck(now);
    }

    private record ObservedProgress(JobProgress progress, Instant at) {}

    /** The progress it wrote, else printed. A file carries its own time, also for the next server. */
    private static Optional<ObservedProgress> observedProgress(
            AttemptDirectory directory, Instant now) {
        return reportedProgress(directory, now).or(() -> printedProgress(directory, now));
    }

    private static Optional<ObservedProgress> reportedProgress(
            AttemptDirectory directory, Instant now) {
        return directory
                .progress()
                .flatMap(JobProgress::inFile)
                .map(told -> new ObservedProgress(told, earlier(directory.progressAt(), now)));
    }

    private static Instant earlier(Optional<Instant> file, Instant now) {
        return file.filter(now::isAfter).orElse(now);
    }

    private static Optional<ObservedProgress> printedProgress(
            AttemptDirectory directory, Instant now) {
        AttemptLogReader log = directory.log(0);
        AttemptLogReader.Part end = log.read(Math.max(0, log.end() - TAIL_BYTES), TAIL_BYTES);
        return JobProgress.inLog(LogText.of(end.bytes(), true).text())
                .map(told -> new ObservedProgress(told, now));
    }

    private static long size(Path folder) {
        try (Stream<Path> files = Files.walk(folder, 16)) {
            return files.limit(MAX_FILES)
                    .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException | UncheckedIOException e) {
            return 0; // it is being written or removed
        }
    }

    AttemptStatus status(Workload workload, Instant now) {
        Optional<AttemptHealth> health =
                Optional.ofNullable(healthByAttempt.get(workload.attempt()));
        health.ifPresent(known -> known.observed(now));
        AttemptStatus attemptStatus =
                health.map(known -> known.status(now)).orElse(AttemptStatus.UNKNOWN);
        return health.filter(_ -> activityTracker.isWarned(workload.attempt()))
                .map(known -> attemptStatus.idle(idleWarning(workload, known, now)))
                .orElse(attemptStatus);
    }

    /** Drops what is known of all other attempts. */
    void retain(Set<AttemptId> present) {
        activityTracker.retain(present);
        healthByAttempt.keySet().retainAll(present);
    }
}
