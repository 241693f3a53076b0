package slipway.wire.plan;

import java.util.List;
import java.util.Optional;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.wire.form.Means;
import slipway.wire.form.Nothing;
import slipway.wire.route.Route;
import slipway.wire.route.Verb;

/** Pilots: what the first steps of a run tell of the whole of it. */
public final class PilotRoutes {

    private static final int MOST_STEPS = Integer.MAX_VALUE;

    /** What it does beside its steps. */
    public record PartView(
            @Means(value = "So often it was seen.", example = "1") long times,
            @Means(value = "What one takes, in microseconds.", example = "6012345") long each,
            @Means(value = "Steps from one to the next, where two were seen.", example = "100")
                    Optional<Long> apart,
            @Means("Whether it said so itself; else it was seen by its checkpoints.")
                    boolean told) {}

    /** What a pilot showed. Times are in microseconds. */
    public record MeasuredView(
            @Means(value = "Until the first step that it told.", example = "12031415") long start,
            @Means(value = "That step.", example = "0") long first,
            @Means(value = "Steps that were seen after it.", example = "40") long steps,
            @Means(value = "Of how many steps it spoke.", example = "400") Optional<Long> total,
            @Means(value = "Steps at the beginning that do not count.", example = "5") long dropped,
            @Means("Whether it settled; else the later half counts.") boolean settled,
            @Means(value = "So many steps made one median.", example = "5") long group,
            @Means(value = "The mean of a step.", example = "104210") long step,
            @Means(value = "The lower end of that.", example = "101080") long low,
            @Means(value = "The upper end of that.", example = "107340") long high,
            @Means(value = "The median of a step.", example = "103900") long median,
            @Means("What a save takes, where one was seen.") Optional<PartView> save,
            @Means("What an evaluation takes, where one was seen.") Optional<PartView> evaluation,
            @Means(
                            value =
                                    "Millionths of the time in which it waited for data, where it says so.",
                            example = "41000")
                    Optional<Long> waits,
            @Means(value = "Bytes of its largest checkpoint.", example = "2600000")
                    Optional<Long> checkpoint,
            @Means(value = "The most memory of its processes, in bytes.", example = "912680000")
                    Optional<Long> host,
            @Means(value = "The most memory of one accelerator, in bytes.", example = "68719476736")
                    Optional<Long> accelerator,
            @Means(value = "What is odd about it.", longest = 2_000) List<String> remarks) {}

    /** A whole run, or the same in another size. Times are in microseconds, money in millionths. */
    public record WholeView(
            @Means(value = "On what.", example = "16 H100") String size,
            @Means(value = "How long it takes.", example = "123456789") Optional<Long> time,
            @Means(value = "At least so long.", example = "113456789") Optional<Long> low,
            @Means(value = "At most so long.", example = "133456789") Optional<Long> high,
            @Means(value = "Beginning.", example = "12031415") Optional<Long> starting,
            @Means(value = "Doing steps.", example = "41684000") Optional<Long> training,
            @Means(value = "Saving.", example = "6012345") Optional<Long> saving,
            @Means(value = "Evaluating.", example = "9012345") Optional<Long> evaluating,
            @Means(value = "What failures lose.", example = "1200") Optional<Long> failing,
            @Means(value = "What it costs.", example = "1322000000") Optional<Long> cost,
            @Means(value = "In words.", longest = 2_000) String words) {}

    /** A line of the answer for people. */
    public record FactView(
            @Means(value = "What it is about.", example = "step") String name,
            @Means(value = "What is so.", longest = 2_000) String text) {}

    /** A pilot, and what follows from it. */
    public record PilotView(
            @Means(value = "The id of its workload.", example = "01k9x0m6c5q8v2t7r4n1h3j5ya")
                    String id,
            @Means(value = "Its name.", example = "digits") String name,
            @Means(value = "running, shown or nothing.", example = "shown") String state,
            @Means(value = "The answer in a sentence.", longest = 2_000, lines = true)
                    String answer,
            @Means("What it is made of.") List<FactView> facts,
            @Means(value = "What is not in it, and what is odd.", longest = 2_000)
                    List<String> remarks,
            @Means(value = "What to type next.", longest = 2_000) String next,
            @Means("What was measured; not there before it has ended.")
                    Optional<MeasuredView> measured,
            @Means("The whole run first, then the other sizes that were asked for.")
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

    public static final Route<Nothing, PilotView> SHOW =
            Route.of(Verb.GET, "/api/v1/plan/pilots/{workload}")
                    .forVisitors(
                            "show-pilot",
                            "Plans a whole run, and other sizes of it, from what its pilot showed.")
                    .answering(PilotView.class)
                    .filteredBy(TOTAL, EPOCH, SAVE_EVERY, EVALUATE_EVERY, SIZES);

    public static final List<Route<?, ?>> ALL = List.of(SHOW);

    private PilotRoutes() {}
}
