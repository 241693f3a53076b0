package slipway.surface.run.commands;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.surface.api.people.MeRoute.Me;
import slipway.surface.api.people.TeamRole;
import slipway.surface.api.workload.CostView;
import slipway.surface.api.workload.WorkloadView;
import slipway.surface.run.api.NodeRoutes.NodeView;

/** Views of a few workloads and nodes, as the API returns them. */
final class SampleWorkloads {

    static final TeamId VISION = new TeamId("vision");
    static final TeamId LANGUAGE = new TeamId("language");
    static final Instant MORNING = Instant.parse("2026-09-17T08:12:00Z");

    static final CostView NO_PRICE =
            new CostView(
                    "USD",
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of("H100"));

    static final WorkloadView PRETRAIN =
            new WorkloadView(
                    "01k9x0m6c5q8v2t7r4n1h3j5ya",
                    "glossa-7b-pretrain",
                    LANGUAGE,
                    "mira",
                    "running",
                    MORNING,
                    MORNING,
                    "16 H100 on 2 nodes",
                    Optional.empty(),
                    List.of("h100-a1", "h100-a2"),
                    1,
                    0,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of("{\"step\": 7201, \"total\": 10000, \"loss\": 2.0312}"),
                    Optional.of(Instant.parse("2026-09-18T19:52:00Z")),
                    Optional.empty(),
                    new CostView(
                            "USD",
                            Optional.of("$2,883 of $4,017"),
                            Optional.of(2_882_560_000L),
                            Optional.of(38_400_000L),
                            Optional.of(3_571_000_000L),
                            Optional.of(4_017_000_000L),
                            Optional.of(4_186_000_000L),
                            List.of()),
                    List.of());

    static final List<NodeView> NODES =
            List.of(
                    new NodeView(
                            "a100-c1",
                            "A100",
                            4,
                            2_500,
                            500,
                            64_000,
                            512_000_000_000L,
                            "ready",
                            "bubblewrap; memory: cgroup v2",
                            Optional.empty(),
                            List.of("01k9x0m6c5q8v2t7r4n1h3j5ya"),
                            1),
                    new NodeView(
                            "h100-b1",
                            "H100",
                            8,
                            0,
                            0,
                            128_000,
                            2_000_000_000_000L,
                            "drained",
                            "bubblewrap; memory: cgroup v2",
                            Optional.of("The fan is replaced \u001b[31m."),
                            List.of(),
                            0),
                    new NodeView(
                            "login",
                            "cpu",
                            8,
                            0,
                            0,
                            8_000,
                            32_000_000_000L,
                            "failed",
                            "none",
                            Optional.empty(),
                            List.of(),
                            0));

    private SampleWorkloads() {}

    static List<WorkloadView> workloads() {
        return List.of(
                PRETRAIN,
                waiting("glossa-7b-sft", "8 H100", "Needs 8 H100 on one node; the most free is 2."),
                member(0, "running"),
                member(1, "queued"),
                member(2, "queued"),
                ended(
                        digits("01k9x0m6c5q8v2t7r4n1h3j5yd"),
                        "failed",
                        "It ended with exit code 3."));
    }

    static WorkloadView digits(String id) {
        return of(new Identity(id, "digits"), "queued", "CPU only", Optional.empty(), 0);
    }

    static WorkloadView waiting(String name, String asks, String because) {
        return of(
                new Identity("01k9x0m6c5q8v2t7r4n1h3j5yb", name),
                "queued",
                asks,
                Optional.of(because),
                0);
    }

    static WorkloadView withAttempts(WorkloadView workload, int attempts) {
        return of(
                new Identity(workload.id(), workload.name()),
                "running",
                workload.asks(),
                Optional.empty(),
                attempts);
    }

    static WorkloadView ended(WorkloadView workload, String state, String because) {
        return ended(workload, state, because, 1);
    }

    static WorkloadView ended(WorkloadView workload, String state, String because, int attempts) {
        Optional<String> why = Optional.of(because).filter(text -> !text.isEmpty());
        return of(
                new Identity(workload.id(), workload.name()),
                state,
                workload.asks(),
                why,
                attempts);
    }

    static WorkloadView member(long index, String state) {
        return new WorkloadView(
                "01k9x0m6c5q8v2t7r4n1h3j6y" + index,
                "sweep",
                VISION,
                "mira",
                state,
                MORNING,
                MORNING,
                "1 A100",
                Optional.empty(),
                state.equals("running") ? List.of("a100-c1") : List.of(),
                0,
                0,
                Optional.empty(),
                Optional.of("01k9x0m6c5q8v2t7r4n1h3j6y0"),
                Optional.of(index),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                NO_PRICE,
                List.of());
    }

    static WorkloadView idle(int number, Optional<String> progress) {
        return new WorkloadView(
                "01k9x0m6c5q8v2t7r4n1h3j7y" + number,
                "notebook-ana",
                VISION,
                "ana",
                "running",
                MORNING,
                MORNING,
                "2 H100",
                Optional.of("It holds its 2 accelerators and has not used them for 3 h 12 min."),
                List.of("h100-b1"),
                1,
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                progress,
                Optional.empty(),
                Optional.of(MORNING),
                NO_PRICE,
                List.of());
    }

    private record Identity(String id, String name) {}

    private static WorkloadView of(
            Identity identity, String state, String asks, Optional<String> because, int attempts) {
        return new WorkloadView(
                identity.id(),
                identity.name(),
                VISION,
                "mira",
                state,
                MORNING,
                MORNING,
                asks,
                because,
                List.of(),
                attempts,
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                NO_PRICE,
                List.of());
    }

    static Me me(TeamRole... roles) {
        return new Me(
                new UserId("mira"),
                "Mira",
                List.of(roles),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    static TeamRole member(TeamId team) {
        return new TeamRole(team, Role.MEMBER);
    }
}
