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

/** Workloads under the rules alone: orders go in, commits come out, and nothing else is there. */
final class Lives {

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
    RunState docket = RunState.empty();
    private Instant now = Instant.parse("2026-09-17T14:20:00.000001Z");

    /** What one thing brings about; nothing when there is nobody to whom it can happen. */
    void happen(Fate fate) {
        now = now.plus(fate.later());
        order(fate).ifPresent(this::ask);
    }

    void ask(RunRequest runRequest) {
        Commit commit;
        try {
            commit = LifecycleRules.decide(docket, ModuleRequest.of(runRequest, Yard.ANA), now);
        } catch (Problem refused) {
            return;
        }
        if (runRequest instanceof RunRequest.Submit submit) {
            accepted.addAll(submit.ids());
        }
        commits.add(commit);
        tables.write(commit);
        docket = docket.after(commit);
    }

    private Optional<RunRequest> order(Fate fate) {
        return switch (fate.kind()) {
            case SUBMIT -> Optional.of(submit(fate, 1, "", List.of()));
            case SUBMIT_ARRAY -> {
                int members = 2 + fate.which();
                String array = "\narray: 0-%d%%%d".formatted(members - 1, 1 + fate.number());
                yield Optional.of(submit(fate, members, array, List.of()));
            }
            case SUBMIT_NEEDING ->
                    one(fate, _ -> true)
                            .map(
                                    need ->
                                            submit(
                                                    fate,
                                                    fate.number() % 2 == 0 ? 1 : 3,
                                                    fate.number() % 2 == 0 ? "" : "\narray: 0-2%2",
                                                    List.of(need.id())));
            case START -> one(fate, Workload::isQueued).map(each -> decided(started(each)));
            case PREEMPT -> one(fate, Workload::isPlaced).map(each -> decided(preempted(each)));
            case MOVE -> one(fate, Workload::isPlaced).map(each -> decided(moved(each)));
            case CANCEL ->
                    one(fate, _ -> true).map(each -> new RunRequest.Cancel(List.of(each.id())));
            case RANK ->
                    one(fate, _ -> true)
                            .map(each -> new RunRequest.SetRank(each.id(), fate.number()));
            case DRAIN ->
                    Optional.of(
                            new RunRequest.SetDrain(
                                    "n1",
                                    fate.number() < 3 ? Optional.of("so") : Optional.empty()));
            default -> one(fate, Workload::isPlaced).map(each -> report(fate, each.attempt()));
        };
    }

    /** What an engine may say of an attempt. */
    private RunRequest report(Fate fate, AttemptId attempt) {
        return switch (fate.kind()) {
            case LAUNCHED -> new RunRequest.Launched(attempt, Optional.empty());
            case SUCCEEDED ->
                    new RunRequest.Finished(attempt, at(Finding.exit(0), fate), measured(fate));
            case FAILED ->
                    new RunRequest.Finished(
                            attempt, at(Finding.exit(1 + fate.number()), fate), measured(fate));
            case LOST ->
                    new RunRequest.Finished(
                            attempt, at(Finding.lost("gone"), fate), measured(fate));
            case NOT_LAUNCHED -> new RunRequest.NotLaunched(attempt, "no room", measured(fate));
            case SAVED ->
                    new RunRequest.CheckpointsMade(
                            Map.of(attempt, now.minusSeconds(fate.number()).plusNanos(1)));
            case METERED -> new RunRequest.Metered(Map.of(attempt, measured(fate)));
            default ->
                    new RunRequest.Finished(
                            new AttemptId(attempt.workload(), Math.max(1, attempt.number() - 1)),
                            at(Finding.exit(0), fate),
                            measured(fate));
        };
    }

    /** Clocks of files may be wrong by anything. */
    private Finding at(Finding finding, Fate fate) {
        var saved = Optional.of(now.minusSeconds(fate.which()));
        return finding.at(
                new Finding.Times(Optional.of(now.plusSeconds(3L - 2L * fate.number())), saved));
    }

    private static AttemptUsage measured(Fate fate) {
        return new AttemptUsage(
                "H100",
                4_000,
                fate.number() * 200,
                Duration.ofSeconds(fate.which()),
                Bytes.ZERO,
                new Bytes(fate.which()),
                Bytes.ZERO);
    }

    private RunRequest submit(Fate fate, int members, String more, List<WorkloadId> needs) {
        List<WorkloadId> ids = new ArrayList<>();
        for (int each = 0; each < members; each++) {
            ids.add(new WorkloadId("w-%05d".formatted(accepted.size() + each)));
        }
        String spec = SPECS.get(fate.number() % SPECS.size()) + more;
        StoredSpec frozen =
                READ.computeIfAbsent(
                        spec, text -> StoredSpec.of(WorkloadSpec.parse(text, "job.yaml")));
        return new RunRequest.Submit(ids, "job", Yard.VISION, "ana", frozen, needs);
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

    private Optional<Workload> one(Fate fate, Predicate<Workload> to) {
        List<Workload> may = docket.live().filter(to).toList();
        return may.isEmpty() ? Optional.empty() : Optional.of(may.get(fate.which() % may.size()));
    }

    /** Everything is cancelled, and whatever was told to stop stops. */
    void cancelAll() {
        docket.live()
                .map(Workload::id)
                .toList()
                .forEach(id -> ask(new RunRequest.Cancel(List.of(id))));
        docket.live()
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
