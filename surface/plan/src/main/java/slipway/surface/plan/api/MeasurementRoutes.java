package slipway.surface.plan.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.plan.acceptance.FigureFinding;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.json.RawJson;

/** The acceptance test of nodes: measured figures, compared with the catalog. */
public final class MeasurementRoutes {

    private static final String MEASUREMENTS = "/api/v1/plan/measurements";

    /** The measurement to start. */
    public record NewMeasurement(
            @ApiField(value = "The nodes. Default: all ready nodes.", example = "h100-b1")
                    List<String> nodes,
            @ApiField(
                            value = "The team of the workload. Default: the team all.",
                            example = "platform")
                    Optional<TeamId> team,
            @ApiField("Whether the nodes are measured as one gang, with the network between them.")
                    Optional<Boolean> together,
            @ApiField(
                            value = "Seconds under load. Default: 120.",
                            example = "120",
                            least = 5,
                            most = 21_600)
                    Optional<Long> hold,
            @ApiField(
                            value =
                                    "The provider of the machines, by the catalog's name. Default: own.",
                            example = "nebius")
                    Optional<String> provider,
            @ApiField(
                            value = "The machine's name in the catalog, for its network.",
                            example = "p5.48xlarge")
                    Optional<String> machine,
            @ApiField(
                            value = "The storage tier of the attempts, by the catalog's name.",
                            example = "local-nvme")
                    Optional<String> storage) {}

    /** One figure, compared with the catalog. */
    public record FindingView(
            @ApiField(value = "What was measured.", example = "matrix products, bf16") String what,
            @ApiField(value = "The measured value.", example = "702 TFLOP/s") String measured,
            @ApiField(value = "The value of the catalog.", example = "989 TFLOP/s")
                    Optional<String> onPaper,
            @ApiField(
                            value = "The measured value in thousandths of the catalog's.",
                            example = "710")
                    Optional<Long> share,
            @ApiField(value = "delivers, below, untold or busy.", example = "delivers")
                    String verdict,
            @ApiField(
                            value = "The trend over the rounds.",
                            example = "falls by 12 % under load",
                            longest = 400)
                    Optional<String> remark) {

        public static FindingView of(FigureFinding finding) {
            return new FindingView(
                    finding.description(),
                    finding.measuredText(),
                    finding.datasheetText(),
                    finding.datasheetShare().map(share -> Math.round(share * 1_000)),
                    finding.verdict().word(),
                    finding.remark());
        }
    }

    /** The results of one node. */
    public record NodeFindingsView(
            @ApiField(value = "The node.", example = "h100-b1") String node,
            @ApiField("When it was measured.") Instant at,
            @ApiField(value = "For how many seconds.", example = "124") long held,
            @ApiField("Whether it counts: the machine had no other load.") boolean used,
            @ApiField(
                            value = "A summary in one sentence.",
                            example =
                                    "h100-b1 delivers what the catalog lets expect: 6 of 6 figures.",
                            longest = 500)
                    String summary,
            @ApiField("Each figure compared with the catalog.") List<FindingView> findings,
            @ApiField(value = "Remarks.", longest = 1_000) List<String> remarks,
            @ApiField("The document that the node wrote.") RawJson document) {}

    /** A measurement that was requested. */
    public record MeasurementView(
            @ApiField(
                            value = "The id of its workload, which names it.",
                            example = "01k9x0m6c5q8v2t7r4n1h3j5ya")
                    String id,
            @ApiField(value = "The measured nodes.", example = "h100-b1") List<String> nodes,
            @ApiField(value = "The provider of the machines.", example = "own") String provider,
            @ApiField(value = "The user who requested it.", example = "mira") String by,
            @ApiField("When it was requested, or when it ended.") Instant at,
            @ApiField(value = "running, measured, busy (not used) or failed.", example = "measured")
                    String state,
            @ApiField(
                            value = "Why there is no result, and the next step.",
                            longest = 2_000,
                            lines = true)
                    Optional<String> trouble,
            @ApiField("The results, by node.") List<NodeFindingsView> found) {}

    /** The measurements that were started. */
    public record BegunView(
            @ApiField("One for each node, or one for the gang.")
                    List<MeasurementView> measurements) {}

    public static final Route<NewMeasurement, BegunView> BEGIN =
            Route.of(HttpMethod.POST, MEASUREMENTS)
                    .everywhere(
                            Permission.PLAN_WRITE,
                            "measure-nodes",
                            "Measures nodes, each by a workload that occupies it alone. Plans use the results.")
                    .asking(NewMeasurement.class)
                    .answering(BegunView.class);
    public static final Route<NoBody, ListPage<MeasurementView>> LIST =
            Route.of(HttpMethod.GET, MEASUREMENTS)
                    .anywhere(
                            Permission.NODES_READ,
                            "list-measurements",
                            "Lists measurements, newest first.")
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
