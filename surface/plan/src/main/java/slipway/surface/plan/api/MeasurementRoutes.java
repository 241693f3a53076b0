package slipway.surface.plan.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.json.RawJson;

/** The acceptance test of nodes: what they deliver, against what the catalog says. */
public final class MeasurementRoutes {

    private static final String MEASUREMENTS = "/api/v1/plan/measurements";

    /** What is to be measured. */
    public record NewMeasurement(
            @ApiField(
                            value = "Which nodes; all that are ready if none is named.",
                            example = "h100-b1")
                    List<String> nodes,
            @ApiField(
                            value = "Whose workload it is; the team all unless said.",
                            example = "platform")
                    Optional<TeamId> team,
            @ApiField("Whether the nodes are measured as one gang, with the network between them.")
                    Optional<Boolean> together,
            @ApiField(
                            value = "For how many seconds it is held; 120 unless said.",
                            example = "120",
                            least = 5,
                            most = 21_600)
                    Optional<Long> hold,
            @ApiField(
                            value =
                                    "Whose machines they are, as the catalog names providers; own unless said.",
                            example = "nebius")
                    Optional<String> provider,
            @ApiField(
                            value =
                                    "What the catalog calls such a machine: its network is held against that.",
                            example = "p5.48xlarge")
                    Optional<String> machine,
            @ApiField(
                            value = "The storage tier of the catalog on which attempts lie.",
                            example = "local-nvme")
                    Optional<String> storage) {}

    /** One figure against the paper. */
    public record FindingView(
            @ApiField(value = "What was measured.", example = "matrix products, bf16") String what,
            @ApiField(value = "What it gave.", example = "702 TFLOP/s") String measured,
            @ApiField(value = "What the catalog says.", example = "989 TFLOP/s")
                    Optional<String> onPaper,
            @ApiField(value = "Thousandths of that.", example = "710") Optional<Long> share,
            @ApiField(value = "delivers, below, untold or busy.", example = "delivers")
                    String verdict,
            @ApiField(
                            value = "What its course shows.",
                            example = "falls by 12 % while it is held",
                            longest = 400)
                    Optional<String> remark) {}

    /** What was found on one node. */
    public record NodeFindingsView(
            @ApiField(value = "The node.", example = "h100-b1") String node,
            @ApiField("When it was measured.") Instant at,
            @ApiField(value = "For how many seconds.", example = "124") long held,
            @ApiField("Whether it counts: nobody else used the machine meanwhile.") boolean used,
            @ApiField(
                            value = "All of it in a sentence.",
                            example =
                                    "h100-b1 delivers what the catalog lets expect: 6 of 6 figures.",
                            longest = 500)
                    String summary,
            @ApiField("Each figure against the paper.") List<FindingView> findings,
            @ApiField(value = "What else is to be said.", longest = 1_000) List<String> remarks,
            @ApiField("The whole document, as the node wrote it.") RawJson document) {}

    /** A measurement that was asked for. */
    public record MeasurementView(
            @ApiField(
                            value = "The id of its workload, which names it.",
                            example = "01k9x0m6c5q8v2t7r4n1h3j5ya")
                    String id,
            @ApiField(value = "The nodes that are measured.", example = "h100-b1")
                    List<String> nodes,
            @ApiField(value = "Whose machines they are.", example = "own") String provider,
            @ApiField(value = "Who asked for it.", example = "mira") String by,
            @ApiField("When it was asked for, or was done.") Instant at,
            @ApiField(
                            value = "running, measured, busy (it is not used) or failed.",
                            example = "measured")
                    String state,
            @ApiField(
                            value = "Why there is no result, and what to do.",
                            longest = 2_000,
                            lines = true)
                    Optional<String> trouble,
            @ApiField("What was found, node by node.") List<NodeFindingsView> found) {}

    /** What was begun. */
    public record BegunView(
            @ApiField("One for each node, or one for the gang.")
                    List<MeasurementView> measurements) {}

    public static final Route<NewMeasurement, BegunView> BEGIN =
            Route.of(HttpMethod.POST, MEASUREMENTS)
                    .everywhere(
                            Permission.PLAN_WRITE,
                            "measure-nodes",
                            "Measures what nodes deliver, each by a workload that has it to itself. Plans then reckon"
                                    + " with it.")
                    .asking(NewMeasurement.class)
                    .answering(BegunView.class);
    public static final Route<NoBody, ListPage<MeasurementView>> LIST =
            Route.of(HttpMethod.GET, MEASUREMENTS)
                    .anywhere(
                            Permission.NODES_READ,
                            "list-measurements",
                            "Lists what was measured, the newest first.")
                    .listing(MeasurementView.class);
    public static final Route<NoBody, MeasurementView> SHOW =
            Route.of(HttpMethod.GET, MEASUREMENTS + "/{workload}")
                    .anywhere(
                            Permission.NODES_READ,
                            "show-measurement",
                            "Shows a measurement, by the id of its workload.")
                    .answering(MeasurementView.class);

    public static final List<Route<?, ?>> ALL = List.of(BEGIN, LIST, SHOW);

    private MeasurementRoutes() {}
}
