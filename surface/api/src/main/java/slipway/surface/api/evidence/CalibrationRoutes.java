package slipway.surface.api.evidence;

import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;

/**
 * The routes of calibrations: outcomes compared with estimates, and the corrections from them. Shares are in
 * thousandths.
 */
public final class CalibrationRoutes {

    private static final String CALIBRATION = "/api/v1/plan/calibration";

    /** The errors of estimates. */
    public record ErrorsView(
            @ApiField(
                            value =
                                    "The mean error of the step time, in thousandths of the measurement.",
                            example = "41")
                    Optional<Long> off,
            @ApiField(value = "How many of a thousand were within the interval.", example = "910")
                    Optional<Long> within) {}

    /** The calibration of one type of accelerator. */
    public record TypeView(
            @ApiField(value = "The type of accelerator.", example = "H100") String type,
            @ApiField(value = "The number of finished workloads that were used.", example = "23")
                    long workloads,
            @ApiField(
                            value =
                                    "The corrected step time, in thousandths of the uncorrected one; absent"
                                            + " without a correction.",
                            example = "1204")
                    Optional<Long> longer,
            @ApiField("The errors with the calibration in force.") ErrorsView before,
            @ApiField("The errors with the proposed calibration, cross-validated.")
                    ErrorsView after,
            @ApiField(value = "The reason.", example = "20 % longer") String because) {}

    /** A calibration that is or was in force. */
    public record PastView(
            @ApiField(value = "The number of the calibration.", example = "3") long number,
            @ApiField(value = "The time at which it was applied.", example = "2026-11-18T09:00:00Z")
                    String at,
            @ApiField(value = "The user who applied it.", example = "sam") String by,
            @ApiField(value = "A description.", example = "H100 20 % longer.") String says,
            @ApiField("The time at which it was undone, if it was.") Optional<String> undone) {}

    /** The calibration in force and the proposed one. */
    public record CalibrationView(
            @ApiField(value = "The number of the calibration in force; 0 if none.", example = "3")
                    long number,
            @ApiField(
                            value = "A description of the proposed calibration.",
                            example = "H100 20 % longer.")
                    String says,
            @ApiField("Whether the proposed calibration differs from the one in force.")
                    boolean changes,
            @ApiField("The types on which workloads have finished.") List<TypeView> types,
            @ApiField("The errors over all types with the calibration in force.") ErrorsView before,
            @ApiField("The errors over all types with the proposed calibration.") ErrorsView after,
            @ApiField("All calibrations ever applied, newest first.") List<PastView> past) {}

    /** The calibration that was in force when the user decided. */
    public record Seen(
            @ApiField(
                            value =
                                    "The number of the calibration that you saw in force; 0 if none.",
                            example = "3",
                            least = 0)
                    long number) {}

    /** The outcome of a finished workload, compared with its estimate. */
    public record OutcomeView(
            @ApiField(value = "The id of the workload.", example = "01k9x0m6c5q8v2t7r4n1h3j5ya")
                    String workload,
            @ApiField(value = "The name of the workload.", example = "glossa-7b-sft") String name,
            @ApiField(value = "The time of its end.", example = "2026-11-18T09:00:00Z") String at,
            @ApiField(value = "How it ended.", example = "succeeded") String ended,
            @ApiField(value = "The type of its accelerators.", example = "H100") String type,
            @ApiField(value = "The number of accelerators.", example = "16") long accelerators,
            @ApiField("The step time in milliseconds; measured if the job reported its steps.")
                    Beside step,
            @ApiField("The run time in seconds; measured as the time that it held accelerators.")
                    Beside time,
            @ApiField("The memory per accelerator in bytes.") Beside memory,
            @ApiField("The cost in millionths of the currency.") Beside cost,
            @ApiField(value = "The currency.", example = "USD") String currency) {}

    /** An estimated and a measured value. */
    public record Beside(
            @ApiField("The estimate.") Optional<Long> expected,
            @ApiField("The lower end of its interval.") Optional<Long> low,
            @ApiField("The upper end of its interval.") Optional<Long> high,
            @ApiField("The measurement.") Optional<Long> measured) {}

    /** A configuration with its measured step time. */
    public record Tried(
            @ApiField(value = "The model: a name, or numbers.", example = "llama-3-8b")
                    String model,
            @ApiField(value = "Tokens per step.", example = "4194304", least = 1) long tokensOfStep,
            @ApiField(value = "Tokens per sequence.", example = "8192", least = 1) long sequence,
            @ApiField(value = "The type of accelerator.", example = "H100") String type,
            @ApiField(value = "Accelerators per node.", example = "8", least = 1, most = 1_024)
                    long perNode,
            @ApiField(value = "Nodes.", example = "2", least = 1, most = 10_000) long nodes,
            @ApiField(
                            value = "The measured step time in microseconds.",
                            example = "34400000",
                            least = 1)
                    long step) {}

    /** Several configurations. */
    public record Trial(@ApiField("The configurations.") List<Tried> tried) {}

    public static final Route<NoBody, CalibrationView> SHOW =
            Route.of(HttpMethod.GET, CALIBRATION)
                    .anywhere(
                            Permission.NODES_READ,
                            "show-calibration",
                            "Shows the errors of estimates, the calibration in force and the proposed one.")
                    .answering(CalibrationView.class);
    public static final Route<Seen, CalibrationView> APPLY =
            Route.of(HttpMethod.POST, CALIBRATION)
                    .everywhere(
                            Permission.PLAN_WRITE,
                            "apply-calibration",
                            "Applies the proposed calibration.")
                    .asking(Seen.class)
                    .answering(CalibrationView.class);
    public static final Route<Seen, CalibrationView> UNDO =
            Route.of(HttpMethod.POST, CALIBRATION + "/undo")
                    .everywhere(
                            Permission.PLAN_WRITE,
                            "undo-calibration",
                            "Reverts to the previous calibration.")
                    .asking(Seen.class)
                    .answering(CalibrationView.class);
    public static final Route<Trial, CalibrationView> TRY =
            Route.of(HttpMethod.POST, CALIBRATION + "/try")
                    .anywhere(
                            Permission.NODES_READ,
                            "try-calibration",
                            "Computes a calibration from these configurations and their step"
                                    + " times without applying it.")
                    .asking(Trial.class)
                    .answering(CalibrationView.class);
    public static final Route<NoBody, ListPage<OutcomeView>> OUTCOMES =
            Route.of(HttpMethod.GET, "/api/v1/plan/outcomes")
                    .forSignedIn(
                            "list-outcomes",
                            "Lists finished workloads with their estimates, newest first.")
                    .listing(OutcomeView.class);

    public static final List<Route<?, ?>> ALL = List.of(SHOW, APPLY, UNDO, TRY, OUTCOMES);

    private CalibrationRoutes() {}
}
