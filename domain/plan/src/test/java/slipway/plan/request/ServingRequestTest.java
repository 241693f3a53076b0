package slipway.plan.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;
import slipway.catalog.Catalog;
import slipway.plan.serving.KvCacheFormat;
import slipway.plan.serving.ServingGoal;
import slipway.plan.serving.ServingModel;

class ServingRequestTest {

    private static final Catalog CATALOG = Catalog.bundled();
    private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");
    private static final String SIX_KV_HEADS =
            "layers=32,hidden=6144,heads=48,kv_heads=6,ffn=14336,vocabulary=32000,context=8192";

    @Test
    void tensor_parallelism_neither_divides_nor_repeats_these_kv_heads() {
        assertThat(mistakes(SIX_KV_HEADS, Optional.empty(), Optional.of("4")))
                .singleElement()
                .asString()
                .isEqualTo(
                        "--tensor  4 neither divides nor repeats the 6 KV heads of the model; allowed are 1 and 2.");
    }

    @Test
    void more_ranks_than_kv_heads_repeat_them() {
        assertThat(goal("qwen3-235b-a22b", Optional.empty(), Optional.of("8")).bounds().tp())
                .hasValue(8);
    }

    @Test
    void the_format_of_the_cache_is_one_of_two() {
        assertThat(mistakes("llama-3-8b", Optional.of("fp4"), Optional.empty()))
                .singleElement()
                .asString()
                .isEqualTo("--kv-cache  \"fp4\" is none of bf16, fp8.");
    }

    @Test
    void an_eight_bit_cache_holds_twice_the_requests() {
        var serving = new ServingModel(CATALOG);
        var plain = serving.plan(goal("llama-3-70b", Optional.empty(), Optional.of("2"))).chosen();
        var small =
                serving.plan(goal("llama-3-70b", Optional.of("fp8"), Optional.of("2"))).chosen();
        assertThat(plain.replica().formats().kvCache()).isEqualTo(KvCacheFormat.SIXTEEN);
        assertThat(small.replica().formats().kvCache()).isEqualTo(KvCacheFormat.EIGHT);
        assertThat(small.replica().memory().perRequest().count() * 2)
                .isEqualTo(plain.replica().memory().perRequest().count());
        assertThat(small.replica().memory().maxRequests())
                .isGreaterThan(plain.replica().memory().maxRequests());
    }

    private static List<String> mistakes(
            String model, Optional<String> cache, Optional<String> tensor) {
        Problem problem = catchThrowableOfType(Problem.class, () -> goal(model, cache, tensor));
        return problem.mistakes().stream().map(Object::toString).toList();
    }

    private static ServingGoal goal(String model, Optional<String> cache, Optional<String> tensor) {
        var limits =
                new ServingRequest.Limits(
                        "vllm",
                        List.of("H100"),
                        new ServingRequest.Formats(List.of("fp8"), cache),
                        tensor,
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        List.of());
        return new ServingRequest(
                        "slipway plan serve",
                        model,
                        "2/s",
                        "1000",
                        "200",
                        Optional.empty(),
                        Optional.empty(),
                        limits)
                .parse(CATALOG, ConfigFiles.FORBIDDEN, NOW);
    }
}
