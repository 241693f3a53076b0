package slipway.run.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.Fact;
import slipway.base.WorkloadId;
import slipway.base.text.Format;
import slipway.run.lifecycle.RunRequest.Finding;
import slipway.run.lifecycle.Workload.AttemptHistory;
import slipway.run.lifecycle.WorkloadState.Ended;
import slipway.run.lifecycle.WorkloadState.Outcome;
import slipway.spec.workload.RetryPolicy;

/** Decides what follows the end of an attempt: the end of the workload, or another attempt. */
final class AttemptEndRules {

    /** The pause after a start that failed through no fault of the job; it doubles each time. */
    private static final Duration RESTART_PAUSE = Duration.ofSeconds(5);

    private static final int MAX_DOUBLINGS = 6;

    private AttemptEndRules() {}

    static void finished(ChangeSet changeSet, Workload workload, RunRequest.Finished request) {
        Finding finding = request.finding();
        if (!finding.lost()) {
            LifecycleRules.launched(
                    changeSet, workload); // it ran, even if its end is reported first
        }
        Instant at = end(changeSet, workload, finding);
        Workload ended =
                UsageWindows.meterUpTo(
                        at,
                        changeSet,
                        finding.when()
                                .saved()
                                .map(made -> LifecycleRules.checkpointMade(workload, made))
                                .orElse(workload),
                        request.measured());
        Optional<WorkloadState.Stop> requested =
                workload.state() instanceof WorkloadState.Stopping(_, var since, var stop)
                                && !(finding.succeeded() && at.isBefore(since))
                        ? Optional.of(stop)
                        : Optional.empty();
        if (requested.isPresent()) {
            afterStop(changeSet, ended, requested.get(), finding.exitCode());
        } else if (finding.succeeded()) {
            end(changeSet, ended, new Ended(Outcome.SUCCEEDED, finding.exitCode(), "", at));
        } else if (finding.lost()) {
            // Its node was lost, or its processes vanished: it is queued again and not counted as a
            // failure.
            queue(changeSet, ended, Optional.empty(), finding.because());
        } else {
            afterFailure(changeSet, ended, finding, at);
        }
    }

    /** The time by the attempt's exit files, if it left any, but not before the attempt began nor after now. */
    private static Instant end(ChangeSet changeSet, Workload workload, Finding finding) {
        Instant begun =
                workload.history()
                        .latest()
                        .map(Workload.LatestAttempt::placedAt)
                        .orElse(changeSet.now());
        Instant reported =
                finding.when().ended().orElse(changeSet.now()).truncatedTo(ChronoUnit.MICROS);
        Instant notBefore = reported.isBefore(begun) ? begun : reported;
        return notBefore.isAfter(changeSet.now()) ? changeSet.now() : notBefore;
    }

    /**
     * An attempt that was stopped and exits with 0 may only have saved a checkpoint; counting that as success would
     * lose the rest of its work.
     */
    private static void afterStop(
            ChangeSet changeSet,
            Workload workload,
            WorkloadState.Stop stop,
            Optional<Integer> exitCode) {
        switch (stop.then()) {
            case CANCEL, REST ->
                    end(changeSet, workload, ended(changeSet, Outcome.CANCELLED, exitCode, stop));
            case DONE ->
                    end(changeSet, workload, ended(changeSet, Outcome.SUCCEEDED, exitCode, stop));
            case FAIL -> end(changeSet, workload, ended(changeSet, Outcome.FAILED, exitCode, stop));
            case RETRY -> afterFailure(changeSet, workload, failureByStop(stop), changeSet.now());
            case QUEUE ->
                    queue(
                            changeSet,
                            workload.with(workload.history().withPreemption()),
                            Optional.empty(),
                            stop.because());
            case MOVE ->
                    LifecycleRules.place(
                            changeSet,
                            workload.with(workload.history().withoutAttempt()),
                            stop.target().orElseThrow());
        }
    }

    /** The exit code of an attempt that was stopped says nothing about the job. */
    private static Finding failureByStop(WorkloadState.Stop stop) {
        return new Finding(
                Optional.empty(), stop.because(), false, false, Map.of(), Finding.Times.UNKNOWN);
    }

    private static Ended ended(
            ChangeSet changeSet,
            Outcome outcome,
            Optional<Integer> exitCode,
            WorkloadState.Stop stop) {
        return new Ended(outcome, exitCode, stop.because(), changeSet.now());
    }

    private static void afterFailure(
            ChangeSet changeSet, Workload workload, Finding finding, Instant at) {
        RetryPolicy retryPolicy = workload.spec().execution().retry();
        Workload after =
                workload.with(workload.history().withFailure())
                        .withExcluded(union(workload.excluded(), finding.exclude()));
        int failures = after.history().failures();
        boolean again =
                !finding.stop()
                        && workload.spec().pilot().isEmpty()
                        && failures < retryPolicy.attempts()
                        && finding.exitCode().map(retryPolicy::retries).orElse(true);
        if (again) {
            Instant notBefore = changeSet.now().plus(retryPolicy.backoffAfter(failures));
            queue(
                    changeSet,
                    after,
                    Optional.of(notBefore),
                    finding.because() + exclusionText(finding));
        } else {
            end(
                    changeSet,
                    after,
                    new Ended(Outcome.FAILED, finding.exitCode(), finding.because(), at));
        }
    }

    private static Map<String, String> union(Map<String, String> some, Map<String, String> more) {
        Map<String, String> all = new HashMap<>(some);
        all.putAll(more);
        return all;
    }

    private static String exclusionText(Finding finding) {
        return finding.exclude().isEmpty()
                ? ""
                : " From now on it is kept away from %s."
                        .formatted(Format.list(List.copyOf(finding.exclude().keySet())));
    }

    /** The attempt counts, so that its directory is never reused; it does not count as a failure of the job. */
    static void notLaunched(ChangeSet changeSet, Workload workload, String because) {
        if (workload.state() instanceof WorkloadState.Stopping(_, _, var stop)) {
            afterStop(changeSet, workload, stop, Optional.empty());
        } else {
            queue(
                    changeSet,
                    workload,
                    Optional.of(changeSet.now().plus(restartPause(workload))),
                    because);
        }
    }

    private static Duration restartPause(Workload workload) {
        AttemptHistory history = workload.history();
        int before = history.attempts() - history.failures() - history.preempted() - 1;
        return RESTART_PAUSE.multipliedBy(1L << Math.clamp(before, 0, MAX_DOUBLINGS));
    }

    private static void queue(
            ChangeSet changeSet, Workload workload, Optional<Instant> notBefore, String because) {
        changeSet.put(
                workload.with(workload.history().withoutAttempt())
                        .withState(new WorkloadState.Queued(changeSet.now(), notBefore, because)),
                new Fact.WorkloadQueued(workload.id(), workload.history().attempts(), because));
    }

    // The end, and what follows for dependents.

    /**
     * Ends the workload, and cancels all that depend on it directly or indirectly. A chain can be long, so this is a
     * loop and not a recursion.
     */
    static void end(ChangeSet changeSet, Workload workload, Ended how) {
        Deque<Workload> ended = new ArrayDeque<>();
        ended.add(putEnded(changeSet, workload, how));
        while (!ended.isEmpty()) {
            Workload last = ended.remove();
            for (Workload each : changeSet.dependents(last.id())) {
                if (last.state() instanceof Ended(var outcome, _, _, _)
                        && outcome != Outcome.SUCCEEDED) {
                    String because =
                            "It needs %s, which %s.".formatted(last.name(), outcome.clause());
                    ended.add(
                            putEnded(
                                    changeSet,
                                    each,
                                    new Ended(
                                            Outcome.CANCELLED,
                                            Optional.empty(),
                                            because,
                                            changeSet.now())));
                } else {
                    dependencyMet(changeSet, each, last.id());
                }
            }
        }
    }

    private static Workload putEnded(ChangeSet changeSet, Workload workload, Ended how) {
        boolean hadTurn = !(workload.state() instanceof WorkloadState.Submitted);
        workload.member()
                .filter(_ -> hadTurn)
                .ifPresent(member -> changeSet.freeTurns(member.array(), 1));
        Workload ended = workload.withState(how);
        changeSet.put(
                ended,
                new Fact.WorkloadEnded(
                        ended.id(),
                        ended.history().attempts(),
                        how.outcome().label(),
                        how.exitCode(),
                        how.because()));
        return ended;
    }

    private static void dependencyMet(ChangeSet changeSet, Workload workload, WorkloadId need) {
        List<WorkloadId> left =
                workload.needs().stream().filter(each -> !each.equals(need)).toList();
        Workload after = workload.withNeeds(left);
        if (!left.isEmpty()) {
            changeSet.put(after);
        } else if (workload.member().isEmpty()) {
            queue(changeSet, after, Optional.empty(), "");
        } else {
            // All members have the same needs, so none was queued before.
            changeSet.put(after);
            changeSet
                    .freeTurns()
                    .putIfAbsent(
                            workload.member().get().array(),
                            SubmissionRules.maxConcurrent(
                                    workload.spec().scheduling().array().orElseThrow()));
        }
    }

    /** Queues as many members of each array as its limit allows, in their order. */
    static void queueNextMembers(ChangeSet changeSet) {
        changeSet
                .freeTurns()
                .forEach(
                        (array, free) ->
                                changeSet
                                        .members(array)
                                        .filter(
                                                each ->
                                                        each.state()
                                                                instanceof WorkloadState.Submitted)
                                        .filter(each -> each.needs().isEmpty())
                                        .limit(free)
                                        .toList()
                                        .forEach(
                                                next ->
                                                        queue(
                                                                changeSet,
                                                                next,
                                                                Optional.empty(),
                                                                "")));
    }
}
