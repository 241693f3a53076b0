package slipway.surface.api.evidence;

import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;

/** Estimates held against reality, and the corrections that follow. Shares are in thousandths. */
public final class CalibrationRoutes {

    private static final String CALIBRATION = "/api/v1/plan/calibration";

    /** How far off estimates are. */
    public record ErrorsView(
            @ApiField(
                            value =
                                    "The mean error of a step, in thousandths of what was measured.",
                            example = "41")
                    Optional<Long> off,
            @ApiField(value = "Of a thousand, so many were within the interval.", example = "910")
                    Optional<Long> within) {}

    /** What finished workloads say of one type of accelerator. */
    public record TypeView(
            @ApiField(value = "The type.", example = "H100") String type,
            @ApiField(value = "So many finished workloads were looked at.", example = "23")
                    long workloads,
            @ApiField(
                            value =
                                    "How long a step takes by the correction, in thousandths of what the model"
                                            + " alone says; not there where nothing is corrected.",
                            example = "1204")
                    Optional<Long> longer,
            @ApiField("How far off the estimates were as they are corrected now.")
                    ErrorsView before,
            @ApiField("How far off, each held against a correction that did not see it.")
                    ErrorsView after,
            @ApiField(value = "Why, in words.", example = "20 % longer") String because) {}

    /** A correction that is or was in force. */
    public record PastView(
            @ApiField(value = "Its number.", example = "3") long number,
            @ApiField(value = "Since when.", example = "2026-11-18T09:00:00Z") String at,
            @ApiField(value = "Who applied it.", example = "sam") String by,
            @ApiField(value = "What it says.", example = "H100 20 % longer.") String says,
            @ApiField("Until when, where it was undone.") Optional<String> undone) {}

    /** What is in force, and what is proposed in its place. */
    public record CalibrationView(
            @ApiField(value = "The number of the one in force; 0 where none is.", example = "3")
                    long number,
            @ApiField(value = "What is proposed, in words.", example = "H100 20 % longer.")
                    String says,
            @ApiField("Whether what is proposed differs from what is in force.") boolean changes,
            @ApiField("One for each type that workloads finished on.") List<TypeView> types,
            @ApiField("How far off the estimates were, over all types.") ErrorsView before,
            @ApiField("How far off they would have been.") ErrorsView after,
            @ApiField("All that were ever applied, the newest first.") List<PastView> past) {}

    /** Which one somebody saw in force when they decided. */
    public record Seen(
            @ApiField(
                            value = "The number that was in force when you looked; 0 if none was.",
                            example = "3",
                            least = 0)
                    long number) {}

    /** A finished workload beside what was expected of it. */
    public record OutcomeView(
            @ApiField(value = "Its id.", example = "01k9x0m6c5q8v2t7r4n1h3j5ya") String workload,
            @ApiField(value = "Its name.", example = "glossa-7b-sft") String name,
            @ApiField(value = "When it ended.", example = "2026-11-18T09:00:00Z") String at,
            @ApiField(value = "How it ended.", example = "succeeded") String ended,
            @ApiField(value = "The type of its accelerators.", example = "H100") String type,
            @ApiField(value = "How many.", example = "16") long accelerators,
            @ApiField("Milliseconds of a step; measured where it told of its steps.") Beside step,
            @ApiField("Seconds in all; measured is what it held its accelerators for.") Beside time,
            @ApiField("Bytes of one accelerator.") Beside memory,
            @ApiField("Millionths of the currency.") Beside cost,
            @ApiField(value = "The currency.", example = "USD") String currency) {}

    /** A figure as it was expected and as it came. */
    public record Beside(
            @ApiField("As it was expected.") Optional<Long> expected,
            @ApiField("The lower end of that.") Optional<Long> low,
            @ApiField("The upper end.") Optional<Long> high,
            @ApiField("As it was measured.") Optional<Long> measured) {}

    /** A configuration somebody has run, and how long its step took. */
    public record Tried(
            @ApiField(value = "The model: a name, or numbers.", example = "llama-3-8b")
                    String model,
            @ApiField(value = "Tokens of a step.", example = "4194304", least = 1)
                    long tokensOfStep,
            @ApiField(value = "Tokens of a sequence.", example = "8192", least = 1) long sequence,
            @ApiField(value = "The type of accelerator.", example = "H100") String type,
            @ApiField(value = "Of each node.", example = "8", least = 1, most = 1_024) long perNode,
            @ApiField(value = "Nodes.", example = "2", least = 1, most = 10_000) long nodes,
            @ApiField(value = "Microseconds that a step took.", example = "34400000", least = 1)
                    long step) {}

    /** Several of them. */
    public record Trial(@ApiField("Each with its step.") List<Tried> tried) {}

    public static final Route<NoBody, CalibrationView> SHOW =
            Route.of(HttpMethod.GET, CALIBRATION)
                    .anywhere(
                            Permission.NODES_READ,
                            "show-calibration",
                            "Shows how far off estimates are, what corrects them, and what would.")
                    .answering(CalibrationView.class);
    public static final Route<Seen, CalibrationView> APPLY =
            Route.of(HttpMethod.POST, CALIBRATION)
                    .everywhere(
                            Permission.PLAN_WRITE,
                            "apply-calibration",
                            "Corrects estimates from now on as is proposed.")
                    .asking(Seen.class)
                    .answering(CalibrationView.class);
    public static final Route<Seen, CalibrationView> UNDO =
            Route.of(HttpMethod.POST, CALIBRATION + "/undo")
                    .everywhere(
                            Permission.PLAN_WRITE,
                            "undo-calibration",
                            "Takes the calibration in force out of it; the one before is in force again.")
                    .asking(Seen.class)
                    .answering(CalibrationView.class);
    public static final Route<Trial, CalibrationView> TRY =
            Route.of(HttpMethod.POST, CALIBRATION + "/try")
                    .anywhere(
                            Permission.NODES_READ,
                            "try-calibration",
                            "Says what these configurations and the steps that were measured would"
                                    + " correct; changes nothing.")
                    .asking(Trial.class)
                    .answering(CalibrationView.class);
    public static final Route<NoBody, ListPage<OutcomeView>> OUTCOMES =
            Route.of(HttpMethod.GET, "/api/v1/plan/outcomes")
                    .forSignedIn(
                            "list-outcomes",
                            "Lists finished workloads beside what was expected of them, the newest first.")
                    .listing(OutcomeView.class);

    public static final List<Route<?, ?>> ALL = List.of(SHOW, APPLY, UNDO, TRY, OUTCOMES);

    private CalibrationRoutes() {}
}
