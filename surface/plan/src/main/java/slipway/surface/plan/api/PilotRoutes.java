package slipway.surface.plan.api;

import java.util.List;
import java.util.Optional;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.NoBody;

/** Pilots: what the first steps of a run tell of the whole of it. */
public final class PilotRoutes {

    private static final int MOST_STEPS = Integer.MAX_VALUE;

    /** What it does beside its steps. */
    public record PartView(
            @ApiField(value = "So often it was seen.", example = "1") long times,
            @ApiField(value = "What one takes, in microseconds.", example = "6012345") long each,
            @ApiField(value = "Steps from one to the next, where two were seen.", example = "100")
                    Optional<Long> apart,
            @ApiField("Whether it said so itself; else it was seen by its checkpoints.")
                    boolean told) {}

    /** What a pilot showed. Times are in microseconds. */
    public record MeasuredView(
            @ApiField(value = "Until the first step that it told.", example = "12031415")
                    long start,
            @ApiField(value = "That step.", example = "0") long first,
            @ApiField(value = "Steps that were seen after it.", example = "40") long steps,
            @ApiField(value = "Of how many steps it spoke.", example = "400") Optional<Long> total,
            @ApiField(value = "Steps at the beginning that do not count.", example = "5")
                    long dropped,
            @ApiField("Whether it settled; else the later half counts.") boolean settled,
            @ApiField(value = "So many steps made one median.", example = "5") long group,
            @ApiField(value = "The mean of a step.", example = "104210") long step,
            @ApiField(value = "The lower end of that.", example = "101080") long low,
            @ApiField(value = "The upper end of that.", example = "107340") long high,
            @ApiField(value = "The median of a step.", example = "103900") long median,
            @ApiField("What a save takes, where one was seen.") Optional<PartView> save,
            @ApiField("What an evaluation takes, where one was seen.")
                    Optional<PartView> evaluation,
            @ApiField(
                            value =
                                    "Millionths of the time in which it waited for data, where it says so.",
                            example = "41000")
                    Optional<Long> waits,
            @ApiField(value = "Bytes of its largest checkpoint.", example = "2600000")
                    Optional<Long> checkpoint,
            @ApiField(value = "The most memory of its processes, in bytes.", example = "912680000")
                    Optional<Long> host,
            @ApiField(
                            value = "The most memory of one accelerator, in bytes.",
                            example = "68719476736")
                    Optional<Long> accelerator,
            @ApiField(value = "What is odd about it.", longest = 2_000) List<String> remarks) {}

    /** A whole run, or the same in another size. Times are in microseconds, money in millionths. */
    public record WholeView(
            @ApiField(value = "On what.", example = "16 H100") String size,
            @ApiField(value = "How long it takes.", example = "123456789") Optional<Long> time,
            @ApiField(value = "At least so long.", example = "113456789") Optional<Long> low,
            @ApiField(value = "At most so long.", example = "133456789") Optional<Long> high,
            @ApiField(value = "Beginning.", example = "12031415") Optional<Long> starting,
            @ApiField(value = "Doing steps.", example = "41684000") Optional<Long> training,
            @ApiField(value = "Saving.", example = "6012345") Optional<Long> saving,
            @ApiField(value = "Evaluating.", example = "9012345") Optional<Long> evaluating,
            @ApiField(value = "What failures lose.", example = "1200") Optional<Long> failing,
            @ApiField(value = "What it costs.", example = "1322000000") Optional<Long> cost,
            @ApiField(value = "In words.", longest = 2_000) String words) {}

    /** A line of the answer for people. */
    public record FactView(
            @ApiField(value = "What it is about.", example = "step") String name,
            @ApiField(value = "What is so.", longest = 2_000) String text) {}

    /** A pilot, and what follows from it. */
    public record PilotView(
            @ApiField(value = "The id of its workload.", example = "01k9x0m6c5q8v2t7r4n1h3j5ya")
                    String id,
            @ApiField(value = "Its name.", example = "digits") String name,
            @ApiField(value = "running, shown or nothing.", example = "shown") String state,
            @ApiField(value = "The answer in a sentence.", longest = 2_000, lines = true)
                    String answer,
            @ApiField("What it is made of.") List<FactView> facts,
            @ApiField(value = "What is not in it, and what is odd.", longest = 2_000)
                    List<String> remarks,
            @ApiField(value = "What to type next.", longest = 2_000) String next,
            @ApiField("What was measured; not there before it has ended.")
                    Optional<MeasuredView> measured,
            @ApiField("The whole run first, then the other sizes that were asked for.")
                    List<WholeView> wholes) {}

    public static final SpecKey<Integer> TOTAL =
            SpecKey.of(
                            "total",
                            ValueType.wholeNumber(1, MOST_STEPS),
                            "Steps of the whole run. Left out, what the script says, or what its plan comes to.")
                    .example("400");
    public static final SpecKey<Integer> EPOCH =
            SpecKey.of("epoch", ValueType.wholeNumber(1, MOST_STEPS), "Steps of an epoch.")
                    .example("50");
    public static final SpecKey<Integer> SAVE_EVERY =
            SpecKey.of(
                            "save_every",
                            ValueType.wholeNumber(1, MOST_STEPS),
                            "It saves once in so many steps. Left out, as its spec says, or as it was seen to.")
                    .example("100");
    public static final SpecKey<Integer> EVALUATE_EVERY =
            SpecKey.of(
                            "evaluate_every",
                            ValueType.wholeNumber(1, MOST_STEPS),
                            "It evaluates once in so many steps. Left out, as it was seen to.")
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
                            "Plans a whole run, and other sizes of it, from what its pilot showed.")
                    .answering(PilotView.class)
                    .filteredBy(TOTAL, EPOCH, SAVE_EVERY, EVALUATE_EVERY, SIZES);

    public static final List<Route<?, ?>> ALL = List.of(SHOW);

    private PilotRoutes() {}
}
