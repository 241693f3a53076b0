package slipway.plan.training;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import slipway.testkit.Choices;
import slipway.testkit.Generator;

/** Draws models, layouts and methods that divide evenly, for the laws of memory and time. */
final class RandomTraining {

    private RandomTraining() {}

    /** A model on accelerators, without a batch. */
    record Drawn(ModelShape shape, ParallelLayout layout, TrainingMethod method, double sequence) {

        Drawn with(ModelShape other) {
            return new Drawn(other, layout, method, sequence);
        }

        Drawn with(ParallelLayout other) {
            return new Drawn(shape, other, method, sequence);
        }

        Drawn with(Sharding sharding) {
            return new Drawn(shape, layout, method.with(sharding), sequence);
        }

        TrainingMemory memory() {
            return new TrainingMemory(shape, RATES, method, layout, sequence);
        }

        StageMemory stages() {
            return new StageMemory(shape, method, layout, sequence);
        }
    }

    static final AcceleratorRates RATES =
            new AcceleratorRates(
                    "H100",
                    "H100",
                    new AcceleratorRates.Peaks(989, 1979, 0),
                    80,
                    3350,
                    new AcceleratorRates.Links(450, 50, 8));

    private static final List<FrameworkFamily> FAMILIES =
            List.of(FrameworkFamily.TITAN, FrameworkFamily.BRIDGE, FrameworkFamily.ZERO3);

    static Generator<Drawn> anything() {
        return choices -> draw(choices, choices.upTo(2) > 0);
    }

    static Generator<Drawn> experts() {
        return choices -> draw(choices, true);
    }

    private static Drawn draw(Choices choices, boolean experts) {
        int tp = power(choices, 3);
        int pp = power(choices, 2);
        int cp = power(choices, 1);
        int dp = power(choices, 5);
        double layers = pp * (1.0 + choices.upTo(5));
        ModelShape shape = shape(choices, layers, experts);
        int etp = choices.upTo(1) == 0 ? 1 : tp;
        var layout =
                new ParallelLayout(
                        (double) tp * pp * cp * dp,
                        tp,
                        pp,
                        1,
                        cp,
                        new ParallelLayout.ExpertLayout(
                                experts ? ep(choices, shape, tp * cp * dp / etp) : 1,
                                experts ? etp : 1),
                        dp,
                        8);
        return new Drawn(shape, layout, method(choices), 1_024 * (1 + choices.upTo(15)));
    }

    private static ModelShape shape(Choices choices, double layers, boolean experts) {
        double heads = 8 * power(choices, 2);
        double headSize = choices.upTo(1) == 0 ? 64 : 128;
        double hidden = heads * headSize;
        var attention =
                new ModelShape.AttentionShape(
                        heads,
                        heads / power(choices, 3),
                        headSize,
                        choices.upTo(3) == 0
                                ? new ModelShape.Latent(512, 256, 64)
                                : ModelShape.Latent.NONE,
                        choices.upTo(3) == 0
                                ? new ModelShape.Window(512, choices.upTo(3))
                                : ModelShape.Window.NONE);
        var feedForward =
                new ModelShape.FeedForward(
                        hidden * (2 + choices.upTo(2)),
                        choices.upTo(1),
                        experts ? routed(choices, layers, hidden) : ModelShape.Routed.NONE);
        return new ModelShape(
                layers,
                hidden,
                32_000,
                attention,
                feedForward,
                0,
                choices.upTo(3) == 0 ? hidden / 4 : hidden,
                choices.upTo(1) == 1);
    }

    private static ModelShape.Routed routed(Choices choices, double layers, double hidden) {
        double count = 4 * power(choices, 5);
        return new ModelShape.Routed(
                count,
                1 + choices.upTo(3),
                hidden / power(choices, 2),
                choices.upTo(2),
                choices.upTo((long) layers - 1));
    }

    private static int ep(Choices choices, ModelShape shape, int ranks) {
        int[] sizes =
                IntStream.rangeClosed(1, ranks)
                        .filter(it -> ranks % it == 0 && shape.routed().count() % it == 0)
                        .toArray();
        return sizes[(int) choices.upTo(sizes.length - 1L)];
    }

    private static TrainingMethod method(Choices choices) {
        FrameworkFamily family = Generator.choice(FAMILIES).draw(choices);
        return new TrainingMethod(
                family,
                GemmDtype.BFLOAT16,
                false,
                new TrainingMethod.Adapters(false, 0, false),
                Generator.choice(Sharding.values()).draw(choices),
                false,
                Set.of());
    }

    private static int power(Choices choices, long most) {
        return 1 << choices.upTo(most);
    }
}
