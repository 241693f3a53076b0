package slipway.plan.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import slipway.catalog.Catalog;
import slipway.testkit.Choices;
import slipway.testkit.Generator;
import slipway.testkit.Property;

/** Laws of the KV cache and of serving times. */
class ServingLawsTest {

    private static final Catalog CATALOG = Catalog.bundled();
    private static final ServingPhysics PHYSICS = new ServingPhysics();
    private static final ServingAccelerator H100 =
            new ServingAccelerator("H100", 989, 1_979, 0, 80, 3_350);
    private static final List<String> MODELS =
            List.of(
                    "llama-3-8b",
                    "llama-3-70b",
                    "gpt-oss-120b",
                    "gemma-3-27b",
                    "deepseek-v3",
                    "qwen3-235b-a22b",
                    "mistral-7b");

    private record Drawn(ServedModel model, int tp, double tokens, WeightFormat weights) {

        ServingDeployment on(ServingAccelerator accelerator, KvCacheFormat cache) {
            return new ServingDeployment(
                    "vllm",
                    model,
                    accelerator,
                    new NumberFormats(weights, cache),
                    BatchingMode.AGGREGATED,
                    ServingDeployment.ServingLayout.tensorParallel(tp));
        }
    }

    private static Drawn draw(Choices choices) {
        return new Drawn(
                model(MODELS.get((int) choices.upTo(MODELS.size() - 1L))),
                1 << choices.upTo(3),
                1 + choices.upTo(100_000),
                Generator.choice(WeightFormat.values()).draw(choices));
    }

    private static ServedModel model(String name) {
        return ServedModels.of(CATALOG.models().named(name));
    }

    @Test
    void the_cache_is_counted_number_by_number() {
        // 32 layers x (keys + values) x 8 heads x 128 x 2 bytes.
        assertThat(bytes("llama-3-8b", 1, 1_000)).isEqualTo(1_000.0 * 32 * 2 * 8 * 128 * 2);
        assertThat(bytes("llama-3-8b", 8, 1_000)).isEqualTo(1_000.0 * 32 * 2 * 8 * 128 * 2);
    }

    @Test
    void kv_heads_are_repeated_where_there_are_more_ranks_than_heads() {
        // 4 KV heads: each of 8 ranks has a whole one.
        assertThat(bytes("qwen3-235b-a22b", 8, 500))
                .isEqualTo(2 * bytes("qwen3-235b-a22b", 4, 500));
        assertThat(bytes("qwen3-235b-a22b", 4, 500)).isEqualTo(bytes("qwen3-235b-a22b", 1, 500));
    }

    @Test
    void each_rank_has_the_whole_latent_cache() {
        assertThat(bytes("deepseek-v3", 8, 500)).isEqualTo(8 * 500.0 * 61 * 576 * 2);
    }

    @Test
    void a_sliding_window_bounds_the_cache_of_its_layers() {
        double full = 18.0 * 2 * 8 * 64 * 2;
        // Half of 36 layers keep all tokens, the others the last 128.
        assertThat(bytes("gpt-oss-120b", 1, 10_000)).isEqualTo(full * (10_000 + 128));
        assertThat(bytes("gpt-oss-120b", 1, 100)).isEqualTo(full * 200);
    }

    @Test
    void the_cache_has_16_bits_whatever_the_weights_unless_the_framework_differs() {
        assertThat(NumberFormats.ofFramework("vllm 0.19.0", WeightFormat.EIGHT).kvCache())
                .isEqualTo(KvCacheFormat.SIXTEEN);
        assertThat(NumberFormats.ofFramework("sglang", WeightFormat.FOUR).kvCache())
                .isEqualTo(KvCacheFormat.SIXTEEN);
        assertThat(NumberFormats.ofFramework("trtllm", WeightFormat.EIGHT).kvCache())
                .isEqualTo(KvCacheFormat.EIGHT);
        assertThat(NumberFormats.ofFramework("trtllm", WeightFormat.SIXTEEN).kvCache())
                .isEqualTo(KvCacheFormat.SIXTEEN);
    }

    @Test
    void more_tokens_ranks_or_bits_never_take_less_cache() {
        Property.holds(
                ServingLawsTest::draw,
                it -> {
                    double bytes = it.on(H100, KvCacheFormat.SIXTEEN).cacheBytes(it.tokens);
                    assertThat(it.on(H100, KvCacheFormat.SIXTEEN).cacheBytes(it.tokens + 1))
                            .isGreaterThanOrEqualTo(bytes);
                    assertThat(it.on(H100, KvCacheFormat.EIGHT).cacheBytes(it.tokens))
                            .isEqualTo(bytes / 2);
                    var more = new Drawn(it.model, 2 * it.tp, it.tokens, it.weights);
                    assertThat(more.on(H100, KvCacheFormat.SIXTEEN).cacheBytes(it.tokens))
                            .isGreaterThanOrEqualTo(bytes)
                            .isLessThanOrEqualTo(2 * bytes);
                });
    }

    @Test
    void faster_hardware_never_serves_more_slowly() {
        var memory = new ServingAccelerator("H100", 989, 1_979, 0, 80, 5_000);
        var compute = new ServingAccelerator("H100", 1_500, 3_000, 0, 80, 3_350);
        Property.holds(
                ServingLawsTest::draw,
                it -> {
                    for (ServingAccelerator faster : List.of(memory, compute)) {
                        assertThat(step(it, faster)).isLessThanOrEqualTo(step(it, H100));
                        assertThat(prefill(it, faster)).isLessThanOrEqualTo(prefill(it, H100));
                    }
                });
    }

    @Test
    void four_bits_are_computed_in_16_where_there_are_no_units_for_them() {
        assertThat(H100.peak(WeightFormat.FOUR)).isEqualTo(H100.peak(WeightFormat.SIXTEEN));
        var blackwell = new ServingAccelerator("B200", 2_250, 4_500, 9_000, 180, 8_000);
        assertThat(blackwell.peak(WeightFormat.FOUR)).isCloseTo(9e15, within(1.0));
    }

    private static double step(Drawn it, ServingAccelerator accelerator) {
        return PHYSICS.step(it.on(accelerator, KvCacheFormat.SIXTEEN), 16, it.tokens);
    }

    private static double prefill(Drawn it, ServingAccelerator accelerator) {
        return PHYSICS.prefill(it.on(accelerator, KvCacheFormat.SIXTEEN), it.tokens);
    }

    private static double bytes(String model, int tp, double tokens) {
        return new Drawn(model(model), tp, tokens, WeightFormat.EIGHT)
                .on(H100, KvCacheFormat.SIXTEEN)
                .cacheBytes(tokens);
    }
}
