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
import slipway.run.lifecycle.Workload.Trail;
import slipway.run.lifecycle.WorkloadState.Ended;
import slipway.run.lifecycle.WorkloadState.Outcome;
import slipway.spec.workload.RetryPolicy;

/** What follows when an attempt is over: the end, another attempt, or a place in the queue again. */
final class AttemptEndRules {

    /** After a start that failed without the job's doing; it doubles each time. */
    private static final Duration BREATH = Duration.ofSeconds(5);

    private static final int MOST_DOUBLED = 6;

    private AttemptEndRules() {}

    static void finished(ChangeSet changeSet, Workload workload, RunRequest.Finished order) {
        Finding finding = order.finding();
        if (!finding.lost()) {
            LifecycleRules.launched(
                    changeSet, workload); // it ran, even if its end was heard of first
        }
        Instant at = end(changeSet, workload, finding);
        Workload over =
                UsageWindows.upTo(
                        at,
                        changeSet,
                        finding.when()
                                .saved()
                                .map(made -> LifecycleRules.saved(workload, made))
                                .orElse(workload),
                        order.measured());
        Optional<WorkloadState.Stop> told =
                workload.state() instanceof WorkloadState.Stopping(_, var since, var stop)
                                && !(finding.succeeded() && at.isBefore(since))
                        ? Optional.of(stop)
                        : Optional.empty();
        if (told.isPresent()) {
            stopped(changeSet, over, told.get(), finding.exitCode());
        } else if (finding.succeeded()) {
            end(changeSet, over, new Ended(Outcome.SUCCEEDED, finding.exitCode(), "", at));
        } else if (finding.lost()) {
            queue(changeSet, over, Optional.empty(), finding.because());
        } else {
            failed(changeSet, over, finding, at);
        }
    }

    /** By its own files where it left some, and never before its attempt began or after now. */
    private static Instant end(ChangeSet changeSet, Workload workload, Finding finding) {
        Instant begun =
                workload.trail().latest().map(Workload.Latest::begun).orElse(changeSet.now());
        Instant said =
                finding.when().ended().orElse(changeSet.now()).truncatedTo(ChronoUnit.MICROS);
        Instant notBefore = said.isBefore(begun) ? begun : said;
        return notBefore.isAfter(changeSet.now()) ? changeSet.now() : notBefore;
    }

    /**
     * What was told to stop and then ended with 0 may have saved and gone, as it should. To take that for a success
     * would lose the rest of its work.
     */
    private static void stopped(
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
            case RETRY -> failed(changeSet, workload, given(stop), changeSet.now());
            case QUEUE ->
                    queue(
                            changeSet,
                            workload.with(workload.trail().gaveWay()),
                            Optional.empty(),
                            stop.because());
            case MOVE ->
                    LifecycleRules.place(
                            changeSet,
                            workload.with(workload.trail().kept()),
                            stop.to().orElseThrow());
        }
    }

    /** The exit code of what was made to stop says nothing of the job. */
    private static Finding given(WorkloadState.Stop stop) {
        return new Finding(
                Optional.empty(), stop.because(), false, false, Map.of(), Finding.When.UNKNOWN);
    }

    private static Ended ended(
            ChangeSet changeSet,
            Outcome outcome,
            Optional<Integer> exitCode,
            WorkloadState.Stop stop) {
        return new Ended(outcome, exitCode, stop.because(), changeSet.now());
    }

    private static void failed(
            ChangeSet changeSet, Workload workload, Finding finding, Instant at) {
        RetryPolicy retryPolicy = workload.spec().retry();
        Workload after =
                workload.with(workload.trail().failed())
                        .excluding(both(workload.excluded(), finding.exclude()));
        int failures = after.trail().failures();
        boolean again =
                !finding.stop()
                        && workload.spec().pilot().isEmpty()
                        && failures < retryPolicy.attempts()
                        && finding.exitCode().map(retryPolicy::retries).orElse(true);
        if (again) {
            Instant notBefore = changeSet.now().plus(retryPolicy.backoffAfter(failures));
            queue(changeSet, after, Optional.of(notBefore), finding.because() + keptAway(finding));
        } else {
            end(
                    changeSet,
                    after,
                    new Ended(Outcome.FAILED, finding.exitCode(), finding.because(), at));
        }
    }

    private static Map<String, String> both(Map<String, String> some, Map<String, String> more) {
        Map<String, String> all = new HashMap<>(some);
        all.putAll(more);
        return all;
    }

    private static String keptAway(Finding finding) {
        return finding.exclude().isEmpty()
                ? ""
                : " From now on it is kept away from %s."
                        .formatted(Format.list(List.copyOf(finding.exclude().keySet())));
    }

    /** The attempt counts, so that its directory is never used twice; as a failure of the job it does not. */
    static void notLaunched(ChangeSet changeSet, Workload workload, String because) {
        if (workload.state() instanceof WorkloadState.Stopping(_, _, var stop)) {
            stopped(changeSet, workload, stop, Optional.empty());
        } else {
            queue(
                    changeSet,
                    workload,
                    Optional.of(changeSet.now().plus(breath(workload))),
                    because);
        }
    }

    private static Duration breath(Workload workload) {
        Trail trail = workload.trail();
        int before = trail.attempts() - trail.failures() - trail.preempted() - 1;
        return BREATH.multipliedBy(1L << Math.clamp(before, 0, MOST_DOUBLED));
    }

    private static void queue(
            ChangeSet changeSet, Workload workload, Optional<Instant> notBefore, String because) {
        changeSet.put(
                workload.with(workload.trail().kept())
                        .becomes(new WorkloadState.Queued(changeSet.now(), notBefore, because)),
                new Fact.WorkloadQueued(workload.id(), workload.trail().attempts(), because));
    }

    // The end, and what it means for others.

    /** Those that need it go with it, and those that need them: a chain may be long, so it is walked and not called. */
    static void end(ChangeSet changeSet, Workload workload, Ended how) {
        Deque<Workload> over = new ArrayDeque<>();
        over.add(put(changeSet, workload, how));
        while (!over.isEmpty()) {
            Workload gone = over.remove();
            for (Workload each : changeSet.dependents(gone.id())) {
                if (gone.state() instanceof Ended(var outcome, _, _, _)
                        && outcome != Outcome.SUCCEEDED) {
                    String because =
                            "It needs %s, which %s.".formatted(gone.name(), outcome.said());
                    over.add(
                            put(
                                    changeSet,
                                    each,
                                    new Ended(
                                            Outcome.CANCELLED,
                                            Optional.empty(),
                                            because,
                                            changeSet.now())));
                } else {
                    free(changeSet, each, gone.id());
                }
            }
        }
    }

    private static Workload put(ChangeSet changeSet, Workload workload, Ended how) {
        boolean hadTurn = !(workload.state() instanceof WorkloadState.Submitted);
        workload.member()
                .filter(_ -> hadTurn)
                .ifPresent(member -> changeSet.turns(member.array(), 1));
        Workload ended = workload.becomes(how);
        changeSet.put(
                ended,
                new Fact.WorkloadEnded(
                        ended.id(),
                        ended.trail().attempts(),
                        how.outcome().word(),
                        how.exitCode(),
                        how.because()));
        return ended;
    }

    private static void free(ChangeSet changeSet, Workload workload, WorkloadId need) {
        List<WorkloadId> left =
                workload.needs().stream().filter(each -> !each.equals(need)).toList();
        Workload after = workload.needing(left);
        if (!left.isEmpty()) {
            changeSet.put(after);
        } else if (workload.member().isEmpty()) {
            queue(changeSet, after, Optional.empty(), "");
        } else {
            // All members need the same, so none had a turn before.
            changeSet.put(after);
            changeSet
                    .turns()
                    .putIfAbsent(
                            workload.member().get().array(),
                            LifecycleRules.atOnce(workload.spec().array().orElseThrow()));
        }
    }

    /** As many members of an array as have become free are queued, in their order. */
    static void takeTurns(ChangeSet changeSet) {
        changeSet
                .turns()
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
