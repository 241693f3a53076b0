package slipway.surface.plan.api;

import java.util.List;
import java.util.Optional;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.NoBody;

/** Pilots: the first steps of a run, and the estimate of the whole run that follows from them. */
public final class PilotRoutes {

    private static final int MAX_STEPS = Integer.MAX_VALUE;

    /** An activity beside the steps: saving or evaluating. */
    public record PartView(
            @ApiField(value = "How often it was observed.", example = "1") long times,
            @ApiField(value = "The time of one, in microseconds.", example = "6012345") long each,
            @ApiField(value = "Steps from one to the next, if two were observed.", example = "100")
                    Optional<Long> apart,
            @ApiField("Whether the job reported it; otherwise its checkpoints show it.")
                    boolean told) {}

    /** The result of a pilot. Times are in microseconds. */
    public record MeasuredView(
            @ApiField(value = "The time until the first reported step.", example = "12031415")
                    long start,
            @ApiField(value = "The first reported step.", example = "0") long first,
            @ApiField(value = "Steps after the first.", example = "40") long steps,
            @ApiField(value = "The reported total number of steps.", example = "400")
                    Optional<Long> total,
            @ApiField(value = "Warm-up steps, which do not count.", example = "5") long dropped,
            @ApiField("Whether the step time settled; otherwise the later half counts.")
                    boolean settled,
            @ApiField(value = "Steps of one median.", example = "5") long group,
            @ApiField(value = "The mean of a step.", example = "104210") long step,
            @ApiField(value = "The lower end of the interval.", example = "101080") long low,
            @ApiField(value = "The upper end of the interval.", example = "107340") long high,
            @ApiField(value = "The median of a step.", example = "103900") long median,
            @ApiField("The saves, if one was observed.") Optional<PartView> save,
            @ApiField("The evaluations, if one was observed.") Optional<PartView> evaluation,
            @ApiField(
                            value =
                                    "Millionths of the time in which it waited for data, if it reports that.",
                            example = "41000")
                    Optional<Long> waits,
            @ApiField(value = "Bytes of its largest checkpoint.", example = "2600000")
                    Optional<Long> checkpoint,
            @ApiField(value = "The peak memory of its processes, in bytes.", example = "912680000")
                    Optional<Long> host,
            @ApiField(
                            value = "The peak memory of one accelerator, in bytes.",
                            example = "68719476736")
                    Optional<Long> accelerator,
            @ApiField(value = "Anomalies.", longest = 2_000) List<String> remarks) {}

    /** A whole run, or the same in another size. Times are in microseconds, money in millionths. */
    public record WholeView(
            @ApiField(value = "The accelerators.", example = "16 H100") String size,
            @ApiField(value = "The time of the whole run.", example = "123456789")
                    Optional<Long> time,
            @ApiField(value = "The lower end of the interval.", example = "113456789")
                    Optional<Long> low,
            @ApiField(value = "The upper end of the interval.", example = "133456789")
                    Optional<Long> high,
            @ApiField(value = "Starting.", example = "12031415") Optional<Long> starting,
            @ApiField(value = "Time of the steps.", example = "41684000") Optional<Long> training,
            @ApiField(value = "Time of the saves.", example = "6012345") Optional<Long> saving,
            @ApiField(value = "Time of the evaluations.", example = "9012345")
                    Optional<Long> evaluating,
            @ApiField(value = "Time lost by failures.", example = "1200") Optional<Long> failing,
            @ApiField(value = "The cost.", example = "1322000000") Optional<Long> cost,
            @ApiField(value = "The estimate as a sentence.", longest = 2_000) String words) {}

    /** A line of the answer for people. */
    public record FactView(
            @ApiField(value = "The topic.", example = "step") String name,
            @ApiField(value = "The fact.", longest = 2_000) String text) {}

    /** A pilot and the estimates that follow from it. */
    public record PilotView(
            @ApiField(value = "The id of its workload.", example = "01k9x0m6c5q8v2t7r4n1h3j5ya")
                    String id,
            @ApiField(value = "Its name.", example = "digits") String name,
            @ApiField(value = "running, shown or nothing.", example = "shown") String state,
            @ApiField(value = "The answer in a sentence.", longest = 2_000, lines = true)
                    String answer,
            @ApiField("The facts behind it.") List<FactView> facts,
            @ApiField(value = "What the estimate excludes, and anomalies.", longest = 2_000)
                    List<String> remarks,
            @ApiField(value = "The next command.", longest = 2_000) String next,
            @ApiField("The measurement, once the pilot has ended.") Optional<MeasuredView> measured,
            @ApiField("The whole run first, then the requested sizes.") List<WholeView> wholes) {}

    public static final SpecKey<Integer> TOTAL =
            SpecKey.of(
                            "total",
                            ValueType.wholeNumber(1, MAX_STEPS),
                            "Steps of the whole run. Default: as the script reports, or by its plan.")
                    .example("400");
    public static final SpecKey<Integer> EPOCH =
            SpecKey.of("epoch", ValueType.wholeNumber(1, MAX_STEPS), "Steps of an epoch.")
                    .example("50");
    public static final SpecKey<Integer> SAVE_EVERY =
            SpecKey.of(
                            "save_every",
                            ValueType.wholeNumber(1, MAX_STEPS),
                            "Steps between saves. Default: by its spec, or as observed.")
                    .example("100");
    public static final SpecKey<Integer> EVALUATE_EVERY =
            SpecKey.of(
                            "evaluate_every",
                            ValueType.wholeNumber(1, MAX_STEPS),
                            "Steps between evaluations. Default: as observed.")
                    .example("200");
    public static final SpecKey<String> SIZES =
            SpecKey.of(
                            "sizes",
                            ValueType.text(),
                            "Other sizes, with commas between: 2x, H200:16, seq=16384, model=llama-3-70b.")
                    .example("2x,4x");

    public static final Route<NoBody, PilotView> SHOW =
            Route.of(HttpMethod.GET, "/api/v1/plan/pilots/{workload}")
                    .forSignedIn(
                            "show-pilot",
                            "Plans a whole run, and other sizes of it, from the result of its pilot.")
                    .answering(PilotView.class)
                    .filteredBy(TOTAL, EPOCH, SAVE_EVERY, EVALUATE_EVERY, SIZES);

    public static final List<Route<?, ?>> ALL = List.of(SHOW);

    private PilotRoutes() {}
}
