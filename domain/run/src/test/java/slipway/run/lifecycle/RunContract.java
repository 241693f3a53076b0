package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Bytes;
import slipway.base.GpuTime;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.journal.Commit;
import slipway.journal.Journal;
import slipway.journal.JournalStorage;
import slipway.journal.LoopExecutor;
import slipway.journal.ModuleRequest;
import slipway.journal.table.KeyRange;
import slipway.journal.table.RowChange;
import slipway.run.lifecycle.Workload.AttemptHistory;
import slipway.run.lifecycle.Workload.Header;
import slipway.run.lifecycle.Workload.LatestAttempt;
import slipway.run.lifecycle.Workload.Member;
import slipway.run.lifecycle.Workload.Metered;
import slipway.run.lifecycle.Workload.StoredSpec;
import slipway.run.lifecycle.WorkloadState.AfterStop;
import slipway.run.lifecycle.WorkloadState.Outcome;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.spec.workload.WorkloadSpec;
import slipway.testkit.MovingClock;

/** The contract of the run tables on every storage. */
public abstract class RunContract {

    private static final Instant NOW = Instant.parse("2026-09-17T14:20:00.123456Z");
    private static final Placement PLACE =
            new Placement(
                    List.of(
                            new NodeAllocation("n-1", -1L, 1_000),
                            new NodeAllocation("n-2", 5L, 250)));
    private static final Placement OTHER =
            new Placement(List.of(new NodeAllocation("n-3", 1L, 1_000)));
    private static final StoredSpec SPEC =
            StoredSpec.of(
                    WorkloadSpec.parse(
                            "run: \"echo 'quoted' \\\"Ö\\\" 🚢\"\nretry: 3\ncheckpoint: 30m",
                            "job.yaml"));

    @TempDir Path attempts;

    /** Opens the existing storage, or an empty one the first time. */
    protected abstract JournalStorage medium();

    @Test
    public void a_workload_is_read_as_it_was_written_in_every_state() {
        RunState written = inJournal(commit());
        assertThat(written.live()).hasSize(12);
        assertThat(written.recentlyEnded()).hasSize(3);
        assertThat(inJournal(Commit.of(List.of(), List.of()))).isEqualTo(written);
    }

    @Test
    public void what_ends_leaves_one_table_for_the_other() {
        RunState before = inJournal(commit());
        List<RowChange> rows = new ArrayList<>();
        before.live()
                .map(each -> each.withState(ended(Outcome.CANCELLED, Optional.empty())))
                .map(WorkloadRow::of)
                .forEach(
                        row -> {
                            rows.add(new RowChange.Put<>(RunTables.PAST, row));
                            rows.add(new RowChange.Remove<>(RunTables.LIVE, row));
                        });
        before.drains().forEach(drain -> rows.add(new RowChange.Remove<>(RunTables.DRAINS, drain)));
        RunState after = inJournal(Commit.of(List.of(), rows));
        assertThat(after.live()).isEmpty();
        assertThat(after.recentlyEnded()).hasSize(15);
        assertThat(after.drains()).isEmpty();
        assertThat(inJournal(Commit.of(List.of(), List.of()))).isEqualTo(after);
    }

    @Test
    public void what_ended_is_found_by_its_id_and_a_part_at_a_time_however_long_ago_it_was() {
        List<String> ids =
                inJournal(commit())
                        .recentlyEnded()
                        .map(each -> each.id().value())
                        .sorted()
                        .toList();
        var times = new Journal.Times(MovingClock.at(NOW), () -> 0L);
        try (var journal = Journal.open(medium(), LoopExecutor.threads(), times)) {
            var endedWorkloads = new EndedWorkloads(journal);
            List<Workload> all =
                    endedWorkloads.list(KeyRange.after(Optional.empty(), 10), _ -> true);
            assertThat(all).extracting(each -> each.id().value()).isEqualTo(ids);
            assertThat(endedWorkloads.list(KeyRange.before(Optional.of(ids.get(2)), 1), _ -> true))
                    .containsExactly(all.get(1));
            assertThat(endedWorkloads.list(KeyRange.after(Optional.of(ids.get(0)), 10), _ -> false))
                    .isEmpty();
            assertThat(endedWorkloads.find(new WorkloadId(ids.get(1)))).contains(all.get(1));
            assertThat(endedWorkloads.find(new WorkloadId(ids.get(0) + "5"))).isEmpty();
        }
    }

    @Test
    public void a_whole_life_can_be_lived_on_it() {
        try (var harness = RunHarness.on(this::medium, attempts)) {
            WorkloadId array =
                    harness.submit("run: x\narray: 0-3%2\nretry: {attempts: 2, backoff: 0s}");
            WorkloadId after = harness.submit("run: x\nneeds: [" + array + "]");
            harness.awaitAttempt(array, 1);
            harness.restart();
            harness.end(array, 1);
            harness.awaitAttempt(array, 2);
            harness.restart();
            harness.end(array, 0);
            harness.awaitAttempt(after, 1);
            // The other members may still be on their way.
            harness.until(
                    () -> harness.runner().runState().equals(RunTables.read(harness.journal())),
                    () -> "the tables differ from the run state");
        }
    }

    /** The run state after this commit, from a journal that is opened and closed for it. */
    private RunState inJournal(Commit commit) {
        var times = new Journal.Times(MovingClock.at(NOW), () -> 0L);
        try (var journal = Journal.open(medium(), LoopExecutor.threads(), times)) {
            var moduleOwner =
                    journal.owner(
                            "run",
                            RunTables.read(journal),
                            (RunState _, ModuleRequest<Commit> moduleRequest, Instant _) ->
                                    moduleRequest.request());
            Journal.await(moduleOwner.ask(ModuleRequest.of(commit, RunHarness.ANA)));
            return moduleOwner.snapshot();
        }
    }

    private static Commit commit() {
        List<RowChange> rows = new ArrayList<>();
        List<WorkloadState> states = states();
        for (int each = 0; each < states.size(); each++) {
            WorkloadRow row = WorkloadRow.of(workload(each, states.get(each)));
            rows.add(
                    new RowChange.Put<>(
                            states.get(each).ended() ? RunTables.PAST : RunTables.LIVE, row));
        }
        rows.add(
                new RowChange.Put<>(
                        RunTables.DRAINS, new NodeDrain("n-1", "it's \"loud\"", "ana", NOW)));
        return Commit.of(List.of(), rows);
    }

    private static List<WorkloadState> states() {
        List<WorkloadState> states =
                new ArrayList<>(
                        List.of(
                                new WorkloadState.Submitted(NOW),
                                new WorkloadState.Queued(NOW, Optional.empty(), ""),
                                new WorkloadState.Queued(
                                        NOW, Optional.of(NOW.plusSeconds(5)), "It's so."),
                                new WorkloadState.Starting(PLACE, NOW),
                                new WorkloadState.Running(PLACE, NOW)));
        for (AfterStop then : AfterStop.values()) {
            Optional<Placement> to = then == AfterStop.MOVE ? Optional.of(OTHER) : Optional.empty();
            var stop = new WorkloadState.Stop(then, NOW.plusMillis(1), "because " + then, to);
            states.add(new WorkloadState.Stopping(PLACE, NOW, stop));
        }
        states.add(ended(Outcome.SUCCEEDED, Optional.of(0)));
        states.add(ended(Outcome.FAILED, Optional.of(137)));
        states.add(ended(Outcome.CANCELLED, Optional.empty()));
        return states;
    }

    private static WorkloadState ended(Outcome outcome, Optional<Integer> code) {
        return new WorkloadState.Ended(outcome, code, "said “so”", NOW);
    }

    /** Each with a different unusual value. */
    private static Workload workload(int number, WorkloadState workloadState) {
        var id = new WorkloadId("w-" + (100 + number));
        Metered metered =
                new Metered(
                        NOW.plusMillis(1),
                        Duration.ofMillis(1_234_567),
                        new Bytes(Long.MAX_VALUE),
                        Bytes.ZERO);
        var warned =
                new Workload.Warnings(
                        Optional.of(7L),
                        Optional.of(NOW.minusSeconds(number)),
                        Optional.of(NOW.plusSeconds(number)));
        Optional<LatestAttempt> latest =
                number % 2 == 0
                        ? Optional.of(
                                new LatestAttempt(
                                        NOW, Optional.of(NOW.plusSeconds(3)), metered, warned))
                        : Optional.empty();
        return new Workload(
                id,
                new Header("name " + number, new TeamId("vision"), "ana", NOW.minusSeconds(number)),
                SPEC,
                workloadState,
                new AttemptHistory(
                        number,
                        1,
                        2,
                        Duration.ofMinutes(90),
                        -7L,
                        latest,
                        HeldTime.NOTHING.plus("H100", new GpuTime(number * 1_000_000_000_000L))),
                number % 3 == 0
                        ? Optional.of(new Member(new WorkloadId("w-100"), number))
                        : Optional.empty(),
                number % 4 == 0 ? List.of(new WorkloadId("w-101"), id) : List.of(),
                number % 5 == 0
                        ? Map.of("n-1", "attempt 1 met a fault", "n-2", "it did")
                        : Map.of());
    }
}
