package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import slipway.base.WorkloadId;
import slipway.journal.JournalStream;
import slipway.journal.ModuleRequest;
import slipway.run.engine.AttemptId;
import slipway.run.lifecycle.Workload.StoredSpec;
import slipway.spec.workload.JobArray;
import slipway.spec.workload.WorkloadSpec;
import slipway.testkit.Generator;
import slipway.testkit.Property;

/** Properties that hold for every sequence of requests. */
class LifecycleRulesPropertiesTest {

    private static final Generator<List<RandomStep>> FATES = RandomStep.ANY.list(0, 60);
    private static final Pattern WINDOW =
            Pattern.compile("\\{\"attempt\":(\\d+),\"from\":\"(.*?)\",\"until\":\"(.*?)\".*");

    @Test
    void a_workload_is_in_exactly_one_place() {
        Property.holds(
                FATES,
                steps -> {
                    var random = new RandomLifecycle();
                    for (RandomStep step : steps) {
                        random.apply(step);
                        List<WorkloadId> live = random.runState.live().map(Workload::id).toList();
                        List<WorkloadId> all = new ArrayList<>(live);
                        random.runState.recentlyEnded().map(Workload::id).forEach(all::add);
                        assertThat(all).containsExactlyInAnyOrderElementsOf(random.accepted);
                        assertThat(random.runState.live()).noneMatch(each -> each.state().ended());
                        assertThat(random.runState.recentlyEnded())
                                .allMatch(each -> each.state().ended());
                    }
                });
    }

    @Test
    void the_tables_read_again_give_the_same_run_state() {
        Property.holds(
                FATES,
                steps -> {
                    var random = new RandomLifecycle();
                    steps.forEach(random::apply);
                    assertThat(RunTables.read(random.tables)).isEqualTo(random.runState);
                });
    }

    @Test
    void attempts_failures_and_kept_work_only_grow() {
        Property.holds(
                FATES,
                steps -> {
                    var random = new RandomLifecycle();
                    Map<WorkloadId, Workload> last = new HashMap<>();
                    for (RandomStep step : steps) {
                        random.apply(step);
                        random.accepted.forEach(
                                id -> {
                                    Workload now = random.runState.find(id).orElseThrow();
                                    Optional.ofNullable(last.put(id, now))
                                            .ifPresent(before -> grew(before, now));
                                });
                    }
                });
    }

    private static void grew(Workload before, Workload now) {
        assertThat(now.history().attempts())
                .isBetween(before.history().attempts(), before.history().attempts() + 1);
        assertThat(now.history().failures()).isGreaterThanOrEqualTo(before.history().failures());
        assertThat(now.history().completedWork())
                .isGreaterThanOrEqualTo(before.history().completedWork());
        assertThat(now.isPlaced() && now.history().attempts() == 0).isFalse();
        assertThat(before.state().ended() && !now.equals(before)).isFalse();
    }

    @Test
    void no_workload_waits_for_one_that_will_never_succeed() {
        Property.holds(
                FATES,
                steps -> {
                    var random = new RandomLifecycle();
                    for (RandomStep step : steps) {
                        random.apply(step);
                        random.runState
                                .live()
                                .forEach(each -> assertThat(waitsWell(random, each)).isTrue());
                    }
                });
    }

    /** Either for a workload that is still live, or for the turn of another member. */
    private static boolean waitsWell(RandomLifecycle random, Workload workload) {
        boolean needs = !workload.needs().isEmpty();
        boolean needsAreThere =
                workload.needs().stream().allMatch(id -> random.runState.live(id).isPresent());
        if (!(workload.state() instanceof WorkloadState.Submitted)) {
            return !needs;
        }
        return needs
                ? needsAreThere
                : workload.member().isPresent() && underWay(random, workload) == atOnce(workload);
    }

    private static int atOnce(Workload member) {
        JobArray array = member.spec().scheduling().array().orElseThrow();
        return array.maxParallel().orElse(array.size());
    }

    private static int underWay(RandomLifecycle random, Workload member) {
        return (int)
                random.runState
                        .liveMembers(member.member().orElseThrow().array())
                        .filter(each -> !(each.state() instanceof WorkloadState.Submitted))
                        .count();
    }

    @Test
    void no_array_has_more_active_members_than_it_allows() {
        Property.holds(
                FATES,
                steps -> {
                    var random = new RandomLifecycle();
                    for (RandomStep step : steps) {
                        random.apply(step);
                        random.runState
                                .live()
                                .filter(each -> each.member().isPresent())
                                .forEach(
                                        each ->
                                                assertThat(underWay(random, each))
                                                        .isLessThanOrEqualTo(atOnce(each)));
                    }
                });
    }

    @Test
    void windows_of_usage_follow_each_other_within_an_attempt_and_never_overlap() {
        Property.holds(
                FATES,
                steps -> {
                    var random = new RandomLifecycle();
                    steps.forEach(random::apply);
                    Map<AttemptId, Instant> ends = new HashMap<>();
                    Map<String, Instant> latest = new HashMap<>();
                    random.commits.stream()
                            .flatMap(commit -> commit.events().stream())
                            .filter(event -> event.stream() == JournalStream.TICKS)
                            .forEach(
                                    event -> {
                                        Matcher window = WINDOW.matcher(event.body());
                                        assertThat(window.matches()).isTrue();
                                        Instant from = Instant.parse(window.group(2));
                                        Instant until = Instant.parse(window.group(3));
                                        var attempt =
                                                new AttemptId(
                                                        new WorkloadId(event.subject()),
                                                        Integer.parseInt(window.group(1)));
                                        assertThat(from).isBefore(until);
                                        assertThat(ends.getOrDefault(attempt, from))
                                                .isEqualTo(from);
                                        assertThat(latest.getOrDefault(event.subject(), from))
                                                .isBeforeOrEqualTo(from);
                                        ends.put(attempt, until);
                                        latest.put(event.subject(), until);
                                    });
                });
    }

    @Test
    void every_accepted_workload_can_be_ended() {
        Property.holds(
                FATES,
                steps -> {
                    var random = new RandomLifecycle();
                    steps.forEach(random::apply);
                    random.cancelAll();
                    assertThat(random.runState.live()).isEmpty();
                    assertThat(random.runState.recentlyEnded()).hasSameSizeAs(random.accepted);
                });
    }

    @Test
    void a_chain_of_needs_may_have_any_length() {
        var random = new RandomLifecycle();
        StoredSpec spec = StoredSpec.of(WorkloadSpec.parse("run: x", "job.yaml"));
        List<WorkloadId> needs = List.of();
        for (int each = 0; each < 5_000; each++) {
            var id = new WorkloadId("w-%05d".formatted(each));
            random.ask(
                    new RunRequest.Submit(
                            List.of(id), "job", RunHarness.VISION, "ana", spec, needs));
            needs = List.of(id);
        }
        random.ask(new RunRequest.Cancel(List.of(new WorkloadId("w-00000"))));
        assertThat(random.runState.live()).isEmpty();
    }

    @Test
    void a_large_array_is_submitted_and_cancelled_in_one_commit() {
        var random = new RandomLifecycle();
        StoredSpec spec =
                StoredSpec.of(WorkloadSpec.parse("run: x\narray: 0-9999%5000", "job.yaml"));
        List<WorkloadId> ids = new ArrayList<>();
        for (int each = 0; each < 10_000; each++) {
            ids.add(new WorkloadId("w-%05d".formatted(each)));
        }
        random.ask(new RunRequest.Submit(ids, "job", RunHarness.VISION, "ana", spec, List.of()));
        assertThat(random.runState.live().map(Workload::storedSpec).distinct()).hasSize(1);
        assertThat(random.runState.live().filter(Workload::isQueued)).hasSize(5_000);
        var commit =
                LifecycleRules.decide(
                        random.runState,
                        ModuleRequest.of(new RunRequest.Cancel(ids), RunHarness.ANA),
                        Instant.EPOCH);
        assertThat(commit.events()).hasSize(10_000);
        assertThat(random.runState.after(commit).live()).isEmpty();
    }
}
