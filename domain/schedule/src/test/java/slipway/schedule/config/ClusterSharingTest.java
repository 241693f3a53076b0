package slipway.schedule.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import slipway.base.Mistake;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.schedule.snapshot.SchedulingPolicy;
import slipway.schedule.snapshot.SchedulingPolicy.Order;
import slipway.schedule.snapshot.SchedulingPolicy.PreemptionRules;
import slipway.schedule.snapshot.SchedulingPolicy.RebalancingRules;
import slipway.schedule.snapshot.TeamQuotas;
import slipway.schedule.snapshot.TeamQuotas.DecayedUsage;
import slipway.schedule.snapshot.TeamQuotas.Quota;
import slipway.spec.BlockSchema;
import slipway.spec.BlockValues;
import slipway.spec.Document;
import slipway.spec.MarkdownReference;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.testkit.Choices;
import slipway.testkit.Generator;
import slipway.testkit.Golden;
import slipway.testkit.Property;

class ClusterSharingTest {

    @Test
    void an_empty_document_gives_the_defaults() {
        assertEquals(ClusterSharing.DEFAULT, read(""));
        assertEquals(ClusterSharing.DEFAULT, read("schedule:\nteams:\n"));
        assertEquals(SchedulingPolicy.DEFAULT, read("schedule: {notice: 1m}").policy());
    }

    @Test
    void an_external_team_tree_replaces_the_configured_one() {
        BlockValues blockValues =
                ClusterSharing.SHAPE.read(
                        Document.of(
                                "slipway.yaml",
                                """
                                teams:
                                  research: {quota: {H100: {limit: 8}}}
                                  nlp: {parent: missing, quota: {H100: 4}}
                                  vision: {quota: {H100: 6}}
                                """),
                        "");
        Map<String, String> tree = Map.of("nlp", "language", "language", "research");
        List<Mistake> mistakes = new ArrayList<>();
        ClusterSharing clusterSharing =
                ClusterSharing.of(
                        blockValues,
                        mistakes::add,
                        id -> Optional.ofNullable(tree.get(id.value())).map(TeamId::new));
        assertThat(mistakes).isEmpty();
        assertThat(
                        clusterSharing.teams().stream()
                                .flatMap(teamQuotas -> teamQuotas.quotas().values().stream()))
                .extracting(Quota::guarantee)
                .containsExactly(4_000, 4_000, 6_000);
        ClusterSharing.of(
                blockValues,
                mistakes::add,
                id ->
                        id.value().equals("research")
                                ? Optional.empty()
                                : Optional.of(new TeamId("research")));
        assertThat(mistakes)
                .extracting(Mistake::text)
                .containsExactly("8 is below the guarantee of 10.");
    }

    @Test
    void every_key_of_the_policy_has_an_effect() {
        ClusterSharing clusterSharing =
                read(
                        """
                schedule:
                  order: first-come
                  half_life: 14d
                  minimum_run: 10m
                  notice: 2m
                  longest: 3d
                  reservations: 4
                  take_back: false
                  take_lower: false
                  overtake: 0
                  services: {take: true, keep: 50}
                  consolidate: false
                  move_pays: 3
                  resize_every: 1h30m
                """);
        assertEquals(
                new SchedulingPolicy(
                        Order.FIRST_COME,
                        Duration.ofDays(14),
                        Duration.ofMinutes(10),
                        Duration.ofMinutes(2),
                        Duration.ofDays(3),
                        4,
                        new PreemptionRules(false, false, true, 50, 0),
                        new RebalancingRules(false, 3, Duration.ofMinutes(90))),
                clusterSharing.policy());
    }

    @Test
    void
            a_team_says_what_becomes_of_workloads_that_do_nothing_and_leaves_the_rest_to_the_one_above() {
        ClusterSharing clusterSharing =
                read(
                        """
                teams:
                  all: {idle_jobs: stop, idle_workspaces: 8h}
                  vision: {parent: all, idle_jobs_after: 1h}
                  nlp: {weight: 2}
                """);
        IdleRule all = clusterSharing.idle().getOrDefault(TeamId.ALL, IdleRule.UNSET);
        IdleRule vision = clusterSharing.idle().getOrDefault(new TeamId("vision"), IdleRule.UNSET);
        assertThat(clusterSharing.idle()).hasSize(2);
        assertThat(vision.stopsJobs()).isFalse();
        assertThat(vision.orElse(all).stopsJobs()).isTrue();
        assertThat(vision.orElse(all).warnAfter()).isEqualTo(Duration.ofHours(1));
        assertThat(vision.orElse(all).stopWorkspacesAfter()).isEqualTo(Duration.ofHours(8));
        assertThat(IdleRule.UNSET.warnAfter()).isEqualTo(Duration.ofMinutes(30));
        assertThat(IdleRule.UNSET.stopWorkspacesAfter()).isEqualTo(Duration.ofHours(2));
    }

    @Test
    void an_idle_delay_that_is_too_short_is_refused() {
        assertThat(
                        assertThrows(
                                Problem.class,
                                () ->
                                        read(
                                                """
                                                teams:
                                                  vision: {idle_jobs_after: 1m, idle_workspaces: 5m}
                                                """)))
                .hasMessageContaining("teams.vision.idle_jobs_after: must be at least 5m.")
                .hasMessageContaining("teams.vision.idle_workspaces: must be at least 15m.");
    }

    @Test
    void teams_have_parents_weights_and_quotas() {
        ClusterSharing clusterSharing =
                read(
                        """
                teams:
                  research:
                    quota: {H100: 24, any: {guarantee: 40, limit: 64}}
                  vision:
                    parent: research
                    weight: 2
                    quota:
                      H100: {guarantee: 16, limit: 32, whole_nodes: true}
                """);
        TeamQuotas research =
                TeamQuotas.of(new TeamId("research"))
                        .withQuota("H100", Quota.of(24))
                        .withQuota(TeamQuotas.ANY, Quota.of(40).withLimit(64));
        TeamQuotas vision =
                new TeamQuotas(
                        new TeamId("vision"),
                        Optional.of(research.id()),
                        Map.of("H100", Quota.of(16).withLimit(32).inWholeNodes()),
                        2,
                        DecayedUsage.NONE);
        assertEquals(List.of(research, vision), clusterSharing.teams());
    }

    @Test
    void the_default_guarantee_is_the_sum_of_the_teams_below() {
        ClusterSharing clusterSharing =
                read(
                        """
                teams:
                  all-research: {quota: {H100: {limit: 32}, any: {limit: 64}}}
                  vision: {parent: all-research, quota: {H100: 8}}
                  speech: {parent: all-research, quota: {H100: 4, L4: 2}}
                  guests: {quota: {H100: {limit: 2}}}
                """);
        assertEquals(
                Map.of(
                        "H100",
                        Quota.of(12).withLimit(32),
                        TeamQuotas.ANY,
                        Quota.of(14).withLimit(64)),
                clusterSharing.teams().getFirst().quotas());
        assertEquals(
                Map.of("H100", new Quota(0, OptionalInt.of(2_000), false)),
                clusterSharing.teams().getLast().quotas());
    }

    @Test
    void all_mistakes_are_reported_at_once_with_lines_and_the_nearest_key() throws Exception {
        Golden.matches("sharing-mistakes.txt", problem("mistakes.yaml"));
    }

    @Test
    void teams_that_form_no_tree_are_refused() throws Exception {
        Golden.matches("sharing-contradictions.txt", problem("contradictions.yaml"));
    }

    @Test
    void guarantees_that_exceed_their_parent_are_refused() throws Exception {
        Golden.matches("sharing-exceeded.txt", problem("exceeded.yaml"));
    }

    @Test
    void a_team_that_is_its_own_parent_is_refused() {
        Problem problem =
                assertThrows(Problem.class, () -> read("teams: {vision: {parent: vision}}"));
        assertThat(problem.mistakes().getFirst().sentence())
                .startsWith("teams.vision.parent: the teams form a cycle: vision below vision.");
    }

    @Test
    void the_two_keys_can_be_part_of_a_larger_document() {
        SpecKey<String> name =
                SpecKey.of("name", ValueType.line(), "The cluster's name.").required();
        BlockSchema blockSchema =
                BlockSchema.of(name, ClusterSharing.SCHEDULE, ClusterSharing.TEAMS);
        BlockValues blockValues =
                blockSchema.read(
                        Document.of(
                                "cluster.yaml",
                                """
                        name: berlin
                        teams:
                          vision:
                            quota:
                              H100: {guarantee: 4, limit: 2}
                        """),
                        "Nothing was done.");
        List<Mistake> mistakes = new ArrayList<>();
        ClusterSharing.of(blockValues, mistakes::add);
        assertThat(mistakes)
                .extracting(Mistake::toString)
                .containsExactly(
                        "cluster.yaml line 5  teams.vision.quota.H100.limit: 2 is below the guarantee of 4.");
    }

    @Test
    void the_printed_yaml_reads_as_the_same_configuration() {
        Golden.matches("sharing-default.yaml", ClusterSharing.DEFAULT.toYaml());
        Property.holds(
                RULES,
                clusterSharing -> assertEquals(clusterSharing, read(clusterSharing.toYaml())));
    }

    @Test
    void the_scheduling_page_lists_every_key_as_it_is() throws IOException {
        Path checkout = Path.of(System.getProperty("slipway.checkout", ""));
        assertThat(Files.readString(checkout.resolve("docs/scheduling.md")))
                .contains(MarkdownReference.table(ClusterSharing.SCHEDULE_SHAPE));
    }

    @Test
    void an_inconsistent_policy_is_refused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> SchedulingPolicy.DEFAULT.withReservations(-1));
        assertThrows(
                IllegalArgumentException.class,
                () ->
                        SchedulingPolicy.DEFAULT.withPreemptionTimes(
                                Duration.ZERO, Duration.ofSeconds(-1)));
        assertThrows(
                IllegalArgumentException.class,
                () -> new PreemptionRules(true, true, true, 101, 0));
        assertThrows(
                IllegalArgumentException.class, () -> new RebalancingRules(true, 0, Duration.ZERO));
    }

    private static final Generator<Duration> SPANS =
            Generator.oneOf(
                    Generator.longs(1, 100_000).map(Duration::ofMillis),
                    Generator.longs(1, 100_000).map(Duration::ofSeconds),
                    Generator.longs(1, 1_000).map(Duration::ofDays));

    private static final Generator<ClusterSharing> RULES =
            choices -> {
                var schedulingPolicy =
                        new SchedulingPolicy(
                                Generator.choice(Order.values()).draw(choices),
                                SPANS.draw(choices),
                                SPANS.draw(choices),
                                SPANS.draw(choices),
                                SPANS.draw(choices),
                                Generator.ints(0, 1_000).draw(choices),
                                new PreemptionRules(
                                        Generator.booleans().draw(choices),
                                        Generator.booleans().draw(choices),
                                        Generator.booleans().draw(choices),
                                        Generator.ints(0, 100).draw(choices),
                                        Generator.ints(0, 1_000).draw(choices)),
                                new RebalancingRules(
                                        Generator.booleans().draw(choices),
                                        Generator.ints(1, 1_000).draw(choices),
                                        SPANS.draw(choices)));
                List<TeamQuotas> teams = new ArrayList<>();
                int count = Generator.ints(0, 5).draw(choices);
                for (int number = 0; number < count; number++) {
                    TeamQuotas teamQuotas = TeamQuotas.of(new TeamId(number + "-team"));
                    TeamQuotas under =
                            number > 0 && Generator.booleans().draw(choices)
                                    ? teamQuotas.withParent(teams.getLast().id())
                                    : teamQuotas;
                    // Less below than above, so that what is drawn is not refused.
                    int most = 1 << (2 * (6 - number));
                    String type =
                            Generator.choice("H100", "L4", "1g.10gb", "Tesla \"V\" é", "null")
                                    .draw(choices);
                    Quota quota = Quota.of(most);
                    quota = Generator.booleans().draw(choices) ? quota.withLimit(2 * most) : quota;
                    quota = Generator.booleans().draw(choices) ? quota.inWholeNodes() : quota;
                    teams.add(under.withQuota(type, quota).withQuota("A100", Quota.of(most)));
                }
                Map<TeamId, IdleRule> idle = new HashMap<>();
                teams.stream()
                        .filter(_ -> Generator.booleans().draw(choices))
                        .forEach(teamQuotas -> idle.put(teamQuotas.id(), idle(choices)));
                idle.values().removeIf(IdleRule.UNSET::equals);
                return new ClusterSharing(schedulingPolicy, teams, idle);
            };

    private static IdleRule idle(Choices choices) {
        Generator<Duration> hours = Generator.longs(1, 1_000).map(Duration::ofHours);
        return new IdleRule(
                maybe(Generator.choice(IdleRule.JobAction.values()), choices),
                maybe(hours, choices),
                maybe(hours, choices));
    }

    private static <T> Optional<T> maybe(Generator<T> some, Choices choices) {
        return Generator.booleans().draw(choices)
                ? Optional.of(some.draw(choices))
                : Optional.empty();
    }

    private static ClusterSharing read(String text) {
        return ClusterSharing.read(Document.of("cluster.yaml", text), "Nothing was changed.");
    }

    private static String problem(String name) throws IOException {
        try (InputStream in = ClusterSharingTest.class.getResourceAsStream(name)) {
            String text =
                    new String(
                            Objects.requireNonNull(in, name).readAllBytes(),
                            StandardCharsets.UTF_8);
            Problem problem = assertThrows(Problem.class, () -> read(text));
            return problem.what() + "\n" + problem.why() + "\n" + problem.next() + "\n";
        }
    }
}
