package slipway.run;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import slipway.base.Fact;
import slipway.base.WorkloadId;
import slipway.run.Order.Finding;
import slipway.run.State.Outcome;
import slipway.run.State.Then;
import slipway.run.Workload.Member;
import slipway.spec.workload.Retry;

/** What follows when an attempt is over: the end, another attempt, or a place in the queue again. */
final class Ending {

    /** After a start that failed without the job's doing. */
    private static final Duration BREATH = Duration.ofSeconds(5);

    private Ending() {}

    static void finished(Steps steps, Workload workload, Finding finding) {
        Optional<State.Stop> told =
                workload.state() instanceof State.Stopping(_, _, var stop)
                        ? Optional.of(stop)
                        : Optional.empty();
        if (finding.succeeded()) {
            end(steps, workload, Outcome.SUCCEEDED, finding.exitCode(), "");
        } else if (told.isPresent()) {
            stopped(steps, workload, told.get(), finding);
        } else if (finding.lost()) {
            queue(steps, workload, Optional.empty(), finding.because());
        } else {
            failed(steps, workload, finding);
        }
    }

    private static void stopped(Steps steps, Workload workload, State.Stop stop, Finding finding) {
        switch (stop.then()) {
            case CANCEL ->
                    end(steps, workload, Outcome.CANCELLED, finding.exitCode(), stop.because());
            case FAIL -> end(steps, workload, Outcome.FAILED, finding.exitCode(), stop.because());
            case QUEUE ->
                    queue(
                            steps,
                            workload.with(workload.trail().gaveWay()),
                            Optional.empty(),
                            stop.because());
            case MOVE -> Rules.place(steps, workload, stop.to().orElseThrow());
        }
    }

    private static void failed(Steps steps, Workload workload, Finding finding) {
        Retry retry = workload.spec().retry();
        Workload after =
                workload.with(workload.trail().failed())
                        .excluding(both(workload.excluded(), finding.exclude()));
        int failures = after.trail().failures();
        boolean again =
                !finding.stop()
                        && failures < retry.attempts()
                        && finding.exitCode().map(retry::worth).orElse(true);
        if (again) {
            Instant notBefore = steps.now().plus(retry.pause(failures));
            queue(steps, after, Optional.of(notBefore), finding.because());
        } else {
            end(steps, after, Outcome.FAILED, finding.exitCode(), finding.because());
        }
    }

    private static Set<String> both(Set<String> some, List<String> more) {
        Set<String> all = new HashSet<>(some);
        all.addAll(more);
        return all;
    }

    /** The attempt counts, so that its directory is never used twice; as a failure of the job it does not. */
    static void notLaunched(Steps steps, Workload workload, String because) {
        if (workload.state() instanceof State.Stopping(_, _, var stop)
                && stop.then() == Then.CANCEL) {
            end(steps, workload, Outcome.CANCELLED, Optional.empty(), stop.because());
        } else {
            queue(steps, workload, Optional.of(steps.now().plus(BREATH)), because);
        }
    }

    private static void queue(
            Steps steps, Workload workload, Optional<Instant> notBefore, String because) {
        steps.put(
                workload.becomes(new State.Queued(steps.now(), notBefore, because)),
                new Fact.WorkloadQueued(workload.id(), workload.trail().attempts(), because));
    }

    static void end(
            Steps steps,
            Workload workload,
            Outcome outcome,
            Optional<Integer> exitCode,
            String because) {
        steps.put(
                workload.becomes(new State.Ended(outcome, exitCode, because, steps.now())),
                new Fact.WorkloadEnded(
                        workload.id(),
                        workload.trail().attempts(),
                        outcome.word(),
                        exitCode,
                        because));
        workload.member().ifPresent(member -> nextOf(steps, member));
        freeDependents(steps, workload, outcome);
    }

    /** Another member of the array takes its turn. */
    private static void nextOf(Steps steps, Member member) {
        steps.allLive()
                .filter(each -> each.state() instanceof State.Submitted)
                .filter(each -> each.needs().isEmpty())
                .filter(
                        each ->
                                each.member()
                                        .filter(m -> m.array().equals(member.array()))
                                        .isPresent())
                .findFirst()
                .ifPresent(next -> queue(steps, next, Optional.empty(), ""));
    }

    private static void freeDependents(Steps steps, Workload workload, Outcome outcome) {
        List<Workload> dependents =
                steps.allLive().filter(each -> each.needs().contains(workload.id())).toList();
        for (Workload each : dependents) {
            if (outcome == Outcome.SUCCEEDED) {
                free(steps, each, workload.id());
            } else {
                end(
                        steps,
                        each,
                        Outcome.CANCELLED,
                        Optional.empty(),
                        "It needs %s, which has %s.".formatted(workload.name(), outcome.word()));
            }
        }
    }

    private static void free(Steps steps, Workload workload, WorkloadId need) {
        List<WorkloadId> left =
                workload.needs().stream().filter(each -> !each.equals(need)).toList();
        Workload after = workload.needing(left);
        if (left.isEmpty() && hasTurn(steps, after)) {
            queue(steps, after, Optional.empty(), "");
        } else {
            steps.put(after);
        }
    }

    /** Whether its array has a turn left for it. */
    private static boolean hasTurn(Steps steps, Workload workload) {
        if (workload.member().isEmpty()) {
            return true;
        }
        long underWay =
                steps.allLive()
                        .filter(each -> !(each.state() instanceof State.Submitted))
                        .filter(each -> !each.state().ended())
                        .filter(
                                each ->
                                        each.member()
                                                .map(Member::array)
                                                .equals(workload.member().map(Member::array)))
                        .count();
        return underWay < Rules.atOnce(workload.spec().array().orElseThrow());
    }
}
