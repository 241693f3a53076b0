package slipway.run.lifecycle;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Fact;
import slipway.base.WorkloadId;
import slipway.run.lifecycle.Workload.AttemptHistory;
import slipway.run.lifecycle.Workload.Header;
import slipway.run.lifecycle.Workload.Member;
import slipway.run.lifecycle.Workload.StoredSpec;
import slipway.run.lifecycle.WorkloadState.Outcome;
import slipway.spec.workload.JobArray;

/** Decides a submission: which members of an array are queued at once, and which needs are still unmet. */
final class SubmissionRules {

    private SubmissionRules() {}

    static void submit(ChangeSet changeSet, RunRequest.Submit submit) {
        Instant now = changeSet.now();
        boolean array = submit.spec().spec().scheduling().array().isPresent();
        List<WorkloadId> needs = unmetNeeds(changeSet, submit.needs());
        StoredSpec spec = changeSet.runState().intern(submit.spec());
        int turn = 0;
        for (WorkloadId id : submit.ids()) {
            Optional<Member> member =
                    array
                            ? Optional.of(new Member(submit.ids().getFirst(), index(submit, turn)))
                            : Optional.empty();
            boolean ready = needs.isEmpty() && turn < maxConcurrent(submit);
            var workload =
                    new Workload(
                            id,
                            new Header(submit.name(), submit.team(), submit.owner(), now),
                            spec,
                            ready
                                    ? new WorkloadState.Queued(now, Optional.empty(), "")
                                    : new WorkloadState.Submitted(now),
                            AttemptHistory.NONE,
                            member,
                            needs,
                            submit.excluded());
            changeSet.put(
                    workload,
                    new Fact.WorkloadSubmitted(id, submit.team(), submit.name(), submit.owner()));
            turn++;
        }
    }

    private static int index(RunRequest.Submit submit, int turn) {
        return submit.spec().spec().scheduling().array().orElseThrow().indices().get(turn);
    }

    private static int maxConcurrent(RunRequest.Submit submit) {
        return submit.spec()
                .spec()
                .scheduling()
                .array()
                .map(SubmissionRules::maxConcurrent)
                .orElse(1);
    }

    static int maxConcurrent(JobArray array) {
        return array.maxParallel().orElse(array.size());
    }

    /** The needs that have not succeeded yet. */
    private static List<WorkloadId> unmetNeeds(ChangeSet changeSet, List<WorkloadId> needs) {
        List<WorkloadId> left = new ArrayList<>();
        for (WorkloadId need : needs) {
            Workload needed =
                    changeSet
                            .runState()
                            .find(need)
                            .orElseThrow(
                                    () ->
                                            RunProblems.unknownNeed(
                                                    need.value(), "which is not there"));
            if (!(needed.state() instanceof WorkloadState.Ended(var outcome, _, _, _))) {
                left.add(need);
            } else if (outcome != Outcome.SUCCEEDED) {
                throw RunProblems.unknownNeed(needed.name(), "which " + outcome.clause());
            }
        }
        return left;
    }
}
