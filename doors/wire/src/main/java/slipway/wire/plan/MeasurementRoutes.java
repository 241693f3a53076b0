package slipway.wire.plan;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.wire.form.Means;
import slipway.wire.form.Nothing;
import slipway.wire.form.Page;
import slipway.wire.form.Raw;
import slipway.wire.route.Route;
import slipway.wire.route.Verb;

/** The acceptance test of nodes: what they deliver, against what the catalog says. */
public final class MeasurementRoutes {

    private static final String MEASUREMENTS = "/api/v1/plan/measurements";

    /** What is to be measured. */
    public record NewMeasurement(
            @Means(value = "Which nodes; all that are ready if none is named.", example = "h100-b1")
                    List<String> nodes,
            @Means(value = "Whose workload it is; the team all unless said.", example = "platform")
                    Optional<TeamId> team,
            @Means("Whether the nodes are measured as one gang, with the network between them.")
                    Optional<Boolean> together,
            @Means(
                            value = "For how many seconds it is held; 120 unless said.",
                            example = "120",
                            least = 5,
                            most = 21_600)
                    Optional<Long> hold,
            @Means(
                            value =
                                    "Whose machines they are, as the catalog names providers; own unless said.",
                            example = "nebius")
                    Optional<String> provider,
            @Means(
                            value =
                                    "What the catalog calls such a machine: its network is held against that.",
                            example = "p5.48xlarge")
                    Optional<String> machine,
            @Means(
                            value = "The storage tier of the catalog on which attempts lie.",
                            example = "local-nvme")
                    Optional<String> storage) {}

    /** One figure against the paper. */
    public record FindingView(
            @Means(value = "What was measured.", example = "matrix products, bf16") String what,
            @Means(value = "What it gave.", example = "702 TFLOP/s") String measured,
            @Means(value = "What the catalog says.", example = "989 TFLOP/s")
                    Optional<String> onPaper,
            @Means(value = "Thousandths of that.", example = "710") Optional<Long> share,
            @Means(value = "delivers, below, untold or busy.", example = "delivers") String verdict,
            @Means(
                            value = "What its course shows.",
                            example = "falls by 12 % while it is held",
                            longest = 400)
                    Optional<String> remark) {}

    /** What was found on one node. */
    public record NodeFindingsView(
            @Means(value = "The node.", example = "h100-b1") String node,
            @Means("When it was measured.") Instant at,
            @Means(value = "For how many seconds.", example = "124") long held,
            @Means("Whether it counts: nobody else used the machine meanwhile.") boolean used,
            @Means(
                            value = "All of it in a sentence.",
                            example =
                                    "h100-b1 delivers what the catalog lets expect: 6 of 6 figures.",
                            longest = 500)
                    String summary,
            @Means("Each figure against the paper.") List<FindingView> findings,
            @Means(value = "What else is to be said.", longest = 1_000) List<String> remarks,
            @Means("The whole document, as the node wrote it.") Raw document) {}

    /** A measurement that was asked for. */
    public record MeasurementView(
            @Means(
                            value = "The id of its workload, which names it.",
                            example = "01k9x0m6c5q8v2t7r4n1h3j5ya")
                    String id,
            @Means(value = "The nodes that are measured.", example = "h100-b1") List<String> nodes,
            @Means(value = "Whose machines they are.", example = "own") String provider,
            @Means(value = "Who asked for it.", example = "mira") String by,
            @Means("When it was asked for, or was done.") Instant at,
            @Means(
                            value = "running, measured, busy (it is not used) or failed.",
                            example = "measured")
                    String state,
            @Means(value = "Why there is no result, and what to do.", longest = 2_000, lines = true)
                    Optional<String> trouble,
            @Means("What was found, node by node.") List<NodeFindingsView> found) {}

    /** What was begun. */
    public record BegunView(
            @Means("One for each node, or one for the gang.") List<MeasurementView> measurements) {}

    public static final Route<NewMeasurement, BegunView> BEGIN =
            Route.of(Verb.POST, MEASUREMENTS)
                    .everywhere(
                            Permission.PLAN_WRITE,
                            "measure-nodes",
                            "Measures what nodes deliver, each by a workload that has it to itself. Plans then reckon"
                                    + " with it.")
                    .asking(NewMeasurement.class)
                    .answering(BegunView.class);
    public static final Route<Nothing, Page<MeasurementView>> LIST =
            Route.of(Verb.GET, MEASUREMENTS)
                    .anywhere(
                            Permission.NODES_READ,
                            "list-measurements",
                            "Lists what was measured, the newest first.")
                    .listing(MeasurementView.class);
    public static final Route<Nothing, MeasurementView> SHOW =
            Route.of(Verb.GET, MEASUREMENTS + "/{workload}")
                    .anywhere(
                            Permission.NODES_READ,
                            "show-measurement",
                            "Shows a measurement, by the id of its workload.")
                    .answering(MeasurementView.class);

    public static final List<Route<?, ?>> ALL = List.of(BEGIN, LIST, SHOW);

    private MeasurementRoutes() {}
}
