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

/** What holds whatever happens, in whatever order. */
class LifecycleRulesPropertiesTest {

    private static final Generator<List<Fate>> FATES = Fate.ANY.list(0, 60);
    private static final Pattern WINDOW =
            Pattern.compile("\\{\"attempt\":(\\d+),\"from\":\"(.*?)\",\"until\":\"(.*?)\".*");

    @Test
    void a_workload_is_in_exactly_one_place() {
        Property.holds(
                FATES,
                fates -> {
                    var lives = new Lives();
                    for (Fate fate : fates) {
                        lives.happen(fate);
                        List<WorkloadId> live = lives.docket.live().map(Workload::id).toList();
                        List<WorkloadId> all = new ArrayList<>(live);
                        lives.docket.recentlyEnded().map(Workload::id).forEach(all::add);
                        assertThat(all).containsExactlyInAnyOrderElementsOf(lives.accepted);
                        assertThat(lives.docket.live()).noneMatch(each -> each.state().ended());
                        assertThat(lives.docket.recentlyEnded())
                                .allMatch(each -> each.state().ended());
                    }
                });
    }

    @Test
    void the_tables_read_again_give_the_same_picture() {
        Property.holds(
                FATES,
                fates -> {
                    var lives = new Lives();
                    fates.forEach(lives::happen);
                    assertThat(RunTables.read(lives.tables)).isEqualTo(lives.docket);
                });
    }

    @Test
    void attempts_failures_and_kept_work_only_grow() {
        Property.holds(
                FATES,
                fates -> {
                    var lives = new Lives();
                    Map<WorkloadId, Workload> last = new HashMap<>();
                    for (Fate fate : fates) {
                        lives.happen(fate);
                        lives.accepted.forEach(
                                id -> {
                                    Workload now = lives.docket.find(id).orElseThrow();
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
    void nobody_waits_for_what_will_never_come() {
        Property.holds(
                FATES,
                fates -> {
                    var lives = new Lives();
                    for (Fate fate : fates) {
                        lives.happen(fate);
                        lives.docket
                                .live()
                                .forEach(each -> assertThat(waitsWell(lives, each)).isTrue());
                    }
                });
    }

    /** For a workload that is still there, or for the turn of another member. */
    private static boolean waitsWell(Lives lives, Workload workload) {
        boolean needs = !workload.needs().isEmpty();
        boolean needsAreThere =
                workload.needs().stream().allMatch(id -> lives.docket.live(id).isPresent());
        if (!(workload.state() instanceof WorkloadState.Submitted)) {
            return !needs;
        }
        return needs
                ? needsAreThere
                : workload.member().isPresent() && underWay(lives, workload) == atOnce(workload);
    }

    private static int atOnce(Workload member) {
        JobArray array = member.spec().array().orElseThrow();
        return array.maxParallel().orElse(array.size());
    }

    private static int underWay(Lives lives, Workload member) {
        return (int)
                lives.docket
                        .liveMembers(member.member().orElseThrow().array())
                        .filter(each -> !(each.state() instanceof WorkloadState.Submitted))
                        .count();
    }

    @Test
    void no_array_has_more_under_way_than_it_allows() {
        Property.holds(
                FATES,
                fates -> {
                    var lives = new Lives();
                    for (Fate fate : fates) {
                        lives.happen(fate);
                        lives.docket
                                .live()
                                .filter(each -> each.member().isPresent())
                                .forEach(
                                        each ->
                                                assertThat(underWay(lives, each))
                                                        .isLessThanOrEqualTo(atOnce(each)));
                    }
                });
    }

    @Test
    void windows_of_usage_follow_each_other_within_an_attempt_and_never_overlap() {
        Property.holds(
                FATES,
                fates -> {
                    var lives = new Lives();
                    fates.forEach(lives::happen);
                    Map<AttemptId, Instant> ends = new HashMap<>();
                    Map<String, Instant> latest = new HashMap<>();
                    lives.commits.stream()
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
    void whatever_was_accepted_can_be_brought_to_an_end() {
        Property.holds(
                FATES,
                fates -> {
                    var lives = new Lives();
                    fates.forEach(lives::happen);
                    lives.cancelAll();
                    assertThat(lives.docket.live()).isEmpty();
                    assertThat(lives.docket.recentlyEnded()).hasSameSizeAs(lives.accepted);
                });
    }

    @Test
    void a_chain_of_needs_may_be_as_long_as_anybody_likes() {
        var lives = new Lives();
        StoredSpec spec = StoredSpec.of(WorkloadSpec.parse("run: x", "job.yaml"));
        List<WorkloadId> needs = List.of();
        for (int each = 0; each < 5_000; each++) {
            var id = new WorkloadId("w-%05d".formatted(each));
            lives.ask(new RunRequest.Submit(List.of(id), "job", Yard.VISION, "ana", spec, needs));
            needs = List.of(id);
        }
        lives.ask(new RunRequest.Cancel(List.of(new WorkloadId("w-00000"))));
        assertThat(lives.docket.live()).isEmpty();
    }

    @Test
    void a_large_array_is_taken_in_and_cancelled_in_one_go() {
        var lives = new Lives();
        StoredSpec spec =
                StoredSpec.of(WorkloadSpec.parse("run: x\narray: 0-9999%5000", "job.yaml"));
        List<WorkloadId> ids = new ArrayList<>();
        for (int each = 0; each < 10_000; each++) {
            ids.add(new WorkloadId("w-%05d".formatted(each)));
        }
        lives.ask(new RunRequest.Submit(ids, "job", Yard.VISION, "ana", spec, List.of()));
        assertThat(lives.docket.live().map(Workload::storedSpec).distinct()).hasSize(1);
        assertThat(lives.docket.live().filter(Workload::isQueued)).hasSize(5_000);
        var commit =
                LifecycleRules.decide(
                        lives.docket,
                        ModuleRequest.of(new RunRequest.Cancel(ids), Yard.ANA),
                        Instant.EPOCH);
        assertThat(commit.events()).hasSize(10_000);
        assertThat(lives.docket.after(commit).live()).isEmpty();
    }
}
