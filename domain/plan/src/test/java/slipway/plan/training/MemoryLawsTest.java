package slipway.plan.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import slipway.catalog.Catalog;
import slipway.plan.training.RandomTraining.Drawn;
import slipway.plan.training.StageMemory.Stage;
import slipway.testkit.Property;

/** Laws of training memory that hold for every model, layout and sharding mode. */
class MemoryLawsTest {

    private static final ConfigurationParser PARSER = new ConfigurationParser(Catalog.bundled());

    /** Bytes of a weight, its gradient and its optimizer states, as the frameworks document them. */
    private record Bytes(double weight, double gradient, double optimizer) {

        static Bytes of(FrameworkFamily family) {
            return switch (family) {
                case TITAN -> new Bytes(4, 4, 8);
                case ZERO3 -> new Bytes(2, 2, 12);
                default -> new Bytes(2, 4, 12);
            };
        }
    }

    @Test
    void bytes_of_all_ranks_are_those_of_the_model_times_its_replicas() {
        Property.holds(
                RandomTraining.anything(),
                it -> {
                    Bytes bytes = Bytes.of(it.method().family());
                    Sharding sharding = it.method().sharding();
                    double copies = RankLedger.replicated(it).total();
                    double once = RankLedger.sharded(it).total();
                    boolean shards = sharding.compareTo(Sharding.GRADIENTS) >= 0;
                    same(sum(it, Stage::weights), bytes.weight * (shards ? once : copies));
                    // A pipeline accumulates whole gradients.
                    same(
                            sum(it, Stage::gradients),
                            bytes.gradient * (shards && it.layout().pp() == 1 ? once : copies));
                    same(
                            sum(it, Stage::optimizer),
                            bytes.optimizer * (sharding == Sharding.NONE ? copies : once));
                });
    }

    @Test
    void more_expert_parallelism_moves_sharded_states_and_removes_copies_of_whole_ones() {
        Property.holds(
                RandomTraining.experts(),
                it -> {
                    Drawn one = it.with(it.layout().withEp(1));
                    double ep = it.layout().ep();
                    same(
                            sum(it.with(Sharding.OPTIMIZER), Stage::optimizer),
                            sum(one.with(Sharding.OPTIMIZER), Stage::optimizer));
                    double bytes = Bytes.of(it.method().family()).optimizer;
                    double dense = bytes * RankLedger.replicated(it).dense();
                    double many = sum(one.with(Sharding.NONE), Stage::optimizer) - dense;
                    double few = sum(it.with(Sharding.NONE), Stage::optimizer) - dense;
                    same(few * ep, many);
                });
    }

    @Test
    void more_shards_never_take_more_bytes_of_a_rank() {
        Property.holds(
                RandomTraining.anything(),
                it ->
                        moreShards(it)
                                .forEach(
                                        more ->
                                                assertThat(largest(more))
                                                        .as(more.toString())
                                                        .isLessThanOrEqualTo(
                                                                largest(it) * (1 + 1e-12))));
    }

    @Test
    void memory_never_shrinks_with_batch_sequence_or_layers() {
        Property.holds(
                RandomTraining.anything(),
                it -> {
                    for (double recomputed : new double[] {0, 0.5, 1}) {
                        double peak = it.memory().peak(2, recomputed, 8);
                        assertThat(it.memory().peak(3, recomputed, 8)).isGreaterThan(peak);
                        assertThat(it.memory().peak(2, recomputed, 9)).isGreaterThanOrEqualTo(peak);
                        var longer =
                                new Drawn(it.shape(), it.layout(), it.method(), 2 * it.sequence());
                        assertThat(longer.memory().peak(2, recomputed, 8)).isGreaterThan(peak);
                        assertThat(deeper(it).memory().peak(2, recomputed, 8)).isGreaterThan(peak);
                    }
                });
    }

    /** Counted by hand: 12 bytes a parameter, experts over ep ranks, the rest over dp x cp ranks. */
    @Test
    void optimizer_states_of_four_mixtures_of_experts_are_as_computed_by_hand() {
        optimizerOfRank("qwen3-235b-a22b", "n_acc=64; ep=64", 44);
        optimizerOfRank("mixtral-8x22b", "n_acc=64; ep=8", 26);
        optimizerOfRank("qwen3-30b-a3b", "n_acc=16; ep=16", 23);
        optimizerOfRank("deepseek-v3", "n_acc=256; pp=4; vp=4; ep=64", 32);
    }

    private static void optimizerOfRank(String model, String layout, double gigabytes) {
        String row =
                "framework=Megatron-Bridge; model=%s; accelerator=H100-SXM-80GB; tp=1; act_ckpt=full; mbs=1; %s"
                        .formatted(model, layout);
        double optimizer = Rows.whole(PARSER, row).memoryBreakdown().optimizer().count();
        assertThat(optimizer / 1e9).as(row).isCloseTo(gigabytes, within(0.6));
    }

    /** What all ranks of all pipeline stages hold. */
    private static double sum(Drawn it, ToDoubleFunction<Stage> part) {
        ParallelLayout layout = it.layout();
        double ranks = layout.tp() * layout.cp() * layout.dp();
        return ranks * stages(it).mapToDouble(part).sum();
    }

    private static Stream<Stage> stages(Drawn it) {
        StageMemory memory = it.stages();
        int pp = (int) it.layout().pp();
        if (pp == 1) {
            return Stream.of(memory.stage(it.shape().tiedEmbeddings() ? 1 : 2, true));
        }
        Stream<Stage> middle = Stream.generate(() -> memory.stage(0, false)).limit(pp - 2L);
        return Stream.concat(Stream.of(memory.stage(1, false), memory.stage(1, true)), middle);
    }

    private static double largest(Drawn it) {
        return stages(it)
                .mapToDouble(stage -> stage.weights() + stage.gradients() + stage.optimizer())
                .max()
                .orElseThrow();
    }

    private static Stream<Drawn> moreShards(Drawn it) {
        ParallelLayout layout = it.layout();
        Stream<Drawn> sharded =
                Stream.of(Sharding.values())
                        .filter(more -> more.compareTo(it.method().sharding()) > 0)
                        .map(it::with);
        Stream<Drawn> spread =
                Stream.of(
                        it.with(
                                layout.resized(
                                        2 * layout.accelerators(), layout.tp(), layout.pp())),
                        it.with(
                                layout.resized(
                                        2 * layout.accelerators(), 2 * layout.tp(), layout.pp())));
        boolean moreEp =
                it.shape().routed().count() % (2 * layout.ep()) == 0
                        && layout.expertShardingGroup() % 2 == 0;
        Stream<Drawn> experts =
                moreEp ? Stream.of(it.with(layout.withEp(2 * layout.ep()))) : Stream.of();
        return Stream.of(sharded, spread, experts).flatMap(all -> all);
    }

    private static Drawn deeper(Drawn it) {
        ModelShape shape = it.shape();
        return it.with(
                new ModelShape(
                        shape.layers() + it.layout().pp(),
                        shape.hidden(),
                        shape.vocabulary(),
                        shape.attention(),
                        shape.feedForward(),
                        0,
                        shape.dispatchWidth(),
                        shape.tiedEmbeddings()));
    }

    private static void same(double actual, double expected) {
        assertThat(actual).isCloseTo(expected, within(1e-9 * Math.max(1, expected)));
    }
}
