package slipway.run.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import slipway.base.Bytes;
import slipway.base.Problem;
import slipway.base.WorkloadId;
import slipway.journal.Commit;
import slipway.journal.ModuleRequest;
import slipway.run.engine.AttemptId;
import slipway.run.lifecycle.RunRequest.Finding;
import slipway.run.lifecycle.Workload.StoredSpec;
import slipway.schedule.decision.Decision;
import slipway.schedule.decision.Decision.Reason;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.spec.workload.WorkloadSpec;

/** Random lifecycles under the rules alone: requests go in, commits come out. */
final class RandomLifecycle {

    private static final Placement HERE =
            new Placement(List.of(new NodeAllocation("n1", 3, 1_000)));
    private static final Placement THERE =
            new Placement(List.of(new NodeAllocation("n2", 12, 1_000)));
    private static final List<String> SPECS =
            List.of(
                    "run: x",
                    "run: x\nretry: {attempts: 3, backoff: 5s}",
                    "run: x\ncheckpoint: 30m\nretry: 2",
                    "run: x\npriority: high");
    private static final Map<String, StoredSpec> READ = new HashMap<>();

    final RunTablesInMemory tables = new RunTablesInMemory();
    final List<WorkloadId> accepted = new ArrayList<>();
    final List<Commit> commits = new ArrayList<>();
    RunState runState = RunState.empty();
    private Instant now = Instant.parse("2026-09-17T14:20:00.000001Z");

    /** Applies a step; without a workload that it can apply to it does nothing. */
    void apply(RandomStep step) {
        now = now.plus(step.later());
        order(step).ifPresent(this::ask);
    }

    void ask(RunRequest runRequest) {
        Commit commit;
        try {
            commit =
                    LifecycleRules.decide(
                            runState, ModuleRequest.of(runRequest, RunHarness.ANA), now);
        } catch (Problem refused) {
            return;
        }
        if (runRequest instanceof RunRequest.Submit submit) {
            accepted.addAll(submit.ids());
        }
        commits.add(commit);
        tables.write(commit);
        runState = runState.after(commit);
    }

    private Optional<RunRequest> order(RandomStep step) {
        return switch (step.kind()) {
            case SUBMIT -> Optional.of(submit(step, 1, "", List.of()));
            case SUBMIT_ARRAY -> {
                int members = 2 + step.which();
                String array = "\narray: 0-%d%%%d".formatted(members - 1, 1 + step.number());
                yield Optional.of(submit(step, members, array, List.of()));
            }
            case SUBMIT_NEEDING ->
                    one(step, _ -> true)
                            .map(
                                    need ->
                                            submit(
                                                    step,
                                                    step.number() % 2 == 0 ? 1 : 3,
                                                    step.number() % 2 == 0 ? "" : "\narray: 0-2%2",
                                                    List.of(need.id())));
            case START -> one(step, Workload::isQueued).map(each -> decided(started(each)));
            case PREEMPT -> one(step, Workload::isPlaced).map(each -> decided(preempted(each)));
            case MOVE -> one(step, Workload::isPlaced).map(each -> decided(moved(each)));
            case CANCEL ->
                    one(step, _ -> true).map(each -> new RunRequest.Cancel(List.of(each.id())));
            case RANK ->
                    one(step, _ -> true)
                            .map(each -> new RunRequest.SetRank(each.id(), step.number()));
            case DRAIN ->
                    Optional.of(
                            new RunRequest.SetDrain(
                                    "n1",
                                    step.number() < 3 ? Optional.of("so") : Optional.empty()));
            default -> one(step, Workload::isPlaced).map(each -> report(step, each.attempt()));
        };
    }

    /** A report that an engine may make about an attempt. */
    private RunRequest report(RandomStep step, AttemptId attempt) {
        return switch (step.kind()) {
            case LAUNCHED -> new RunRequest.Launched(attempt, Optional.empty());
            case SUCCEEDED ->
                    new RunRequest.Finished(attempt, at(Finding.exit(0), step), measured(step));
            case FAILED ->
                    new RunRequest.Finished(
                            attempt, at(Finding.exit(1 + step.number()), step), measured(step));
            case LOST ->
                    new RunRequest.Finished(
                            attempt, at(Finding.lost("gone"), step), measured(step));
            case NOT_LAUNCHED -> new RunRequest.NotLaunched(attempt, "no room", measured(step));
            case SAVED ->
                    new RunRequest.CheckpointsMade(
                            Map.of(attempt, now.minusSeconds(step.number()).plusNanos(1)));
            case METERED -> new RunRequest.Metered(Map.of(attempt, measured(step)));
            default ->
                    new RunRequest.Finished(
                            new AttemptId(attempt.workload(), Math.max(1, attempt.number() - 1)),
                            at(Finding.exit(0), step),
                            measured(step));
        };
    }

    /** Clocks of files may be wrong by any amount. */
    private Finding at(Finding finding, RandomStep step) {
        var saved = Optional.of(now.minusSeconds(step.which()));
        return finding.at(
                new Finding.Times(Optional.of(now.plusSeconds(3L - 2L * step.number())), saved));
    }

    private static AttemptUsage measured(RandomStep step) {
        return new AttemptUsage(
                "H100",
                4_000,
                step.number() * 200,
                Duration.ofSeconds(step.which()),
                Bytes.ZERO,
                new Bytes(step.which()),
                Bytes.ZERO);
    }

    private RunRequest submit(RandomStep step, int members, String more, List<WorkloadId> needs) {
        List<WorkloadId> ids = new ArrayList<>();
        for (int each = 0; each < members; each++) {
            ids.add(new WorkloadId("w-%05d".formatted(accepted.size() + each)));
        }
        String spec = SPECS.get(step.number() % SPECS.size()) + more;
        StoredSpec frozen =
                READ.computeIfAbsent(
                        spec, text -> StoredSpec.of(WorkloadSpec.parse(text, "job.yaml")));
        return new RunRequest.Submit(ids, "job", RunHarness.VISION, "ana", frozen, needs);
    }

    private static Decision started(Workload each) {
        return new Decision.Start(each.id(), HERE, Optional.empty());
    }

    private Decision preempted(Workload each) {
        return new Decision.Preempt(
                each.id(), new Reason.Outranked(each.id()), now.plusSeconds(60));
    }

    private Decision moved(Workload each) {
        return new Decision.Migrate(each.id(), THERE, each.id(), now.plusSeconds(60));
    }

    private static RunRequest decided(Decision decision) {
        return new RunRequest.Decided(List.of(decision));
    }

    private Optional<Workload> one(RandomStep step, Predicate<Workload> to) {
        List<Workload> may = runState.live().filter(to).toList();
        return may.isEmpty() ? Optional.empty() : Optional.of(may.get(step.which() % may.size()));
    }

    /** Cancels everything, and ends all attempts that were asked to stop. */
    void cancelAll() {
        runState.live()
                .map(Workload::id)
                .toList()
                .forEach(id -> ask(new RunRequest.Cancel(List.of(id))));
        runState.live()
                .toList()
                .forEach(
                        each ->
                                ask(
                                        new RunRequest.Finished(
                                                each.attempt(),
                                                Finding.exit(143),
                                                AttemptUsage.unsampled("H100", 1_000))));
    }
}
