package slipway.plan.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import slipway.catalog.Catalog;

/**
 * Published recipes of mixtures of experts: they ran, so they fit. Where a source says that less hardware failed, it
 * does not fit.
 */
class MoeRecipesTest {

    private static final ConfigurationParser PARSER = new ConfigurationParser(Catalog.bundled());

    private static final String MOE_ZOO =
            "github.com/yanring/Megatron-MoE-ModelZoo, runtime_configs/benchmarking/runtime.conf"
                    + " (May 2026)";
    private static final String QWEN_ZOO =
            "github.com/yanring/Megatron-MoE-ModelZoo, best_practice/qwen3/readme.md (May 2026)";
    private static final String BRIDGE =
            "github.com/NVIDIA-NeMo/Megatron-Bridge, docs/performance-summary.md, container 25.11";

    private static final String QWEN_30B =
            """
            framework=Megatron-Bridge 25.11; model=qwen3-30b-a3b; accelerator=H100;
            precision=fp8; seq=4096; tp=1; ep=8; mbs=2; gbs=512;
            """;

    /**
     * @param source the report or repository that publishes it
     */
    private record Recipe(String source, String row) {}

    private static final List<Recipe> RECIPES =
            List.of(
                    new Recipe(
                            "DeepSeek-V3 Technical Report, arXiv:2412.19437, section 3.2: PP 16, EP"
                                    + " 64, ZeRO-1",
                            """
                            framework=HAI-LLM; model=deepseek-v3; accelerator=H800-SXM-80GB; n_acc=2048;
                            precision=fp8; seq=4096; tp=1; pp=16; ep=64; sharding=ZeRO-1; mbs=1;
                            gbs=15360;
                            """),
                    new Recipe(
                            "OLMoE, arXiv:2409.02060, appendix: 256 H100, fully sharded",
                            """
                            framework=OLMo; model=olmoe-1b-7b; layers=16; hidden=2048; heads=16;
                            ffn=1024; vocab=50304; gated_mlp=1; moe_experts=64; moe_topk=8;
                            moe_ffn=1024; accelerator=H100; n_acc=256; precision=bf16; seq=4096;
                            tp=1; sharding=FSDP; mbs=4; gbs=1024;
                            """),
                    new Recipe(
                            MOE_ZOO,
                            """
                            framework=Megatron-LM; model=mixtral-8x7b; accelerator=H100; n_acc=64;
                            precision=bf16; seq=4096; tp=1; pp=4; vp=8; ep=8; mbs=1; gbs=256;
                            """),
                    new Recipe(
                            MOE_ZOO,
                            """
                            framework=Megatron-LM; model=mixtral-8x22b; accelerator=H100;
                            n_acc=128; precision=bf16; seq=4096; tp=2; pp=8; vp=7; ep=8; mbs=1;
                            gbs=256;
                            """),
                    new Recipe(
                            MOE_ZOO,
                            """
                            framework=Megatron-LM; model=deepseek-v2; accelerator=H100; n_acc=256;
                            precision=bf16; seq=4096; tp=1; pp=16; vp=2; ep=8; mbs=1; gbs=1024;
                            """),
                    new Recipe(
                            MOE_ZOO,
                            """
                            framework=Megatron-LM; model=deepseek-v2-lite; accelerator=H100;
                            n_acc=8; precision=bf16; seq=4096; tp=1; ep=8; mbs=1; gbs=512;
                            """),
                    new Recipe(
                            MOE_ZOO,
                            """
                            framework=Megatron-LM; model=deepseek-v3; accelerator=H100; n_acc=1024;
                            precision=fp8; seq=4096; tp=2; pp=8; vp=4; ep=64; mbs=1; gbs=8192;
                            """),
                    new Recipe(
                            QWEN_ZOO,
                            """
                            framework=Megatron-LM; model=qwen3-235b-a22b; accelerator=H100;
                            n_acc=256; precision=bf16; seq=4096; tp=2; pp=8; vp=4; ep=32; mbs=1;
                            gbs=2048;
                            """),
                    new Recipe(
                            QWEN_ZOO + ", sharded weights",
                            """
                            framework=Megatron-LM; model=qwen3-235b-a22b; accelerator=H100;
                            n_acc=256; precision=bf16; seq=4096; tp=2; ep=8; sharding=FSDP;
                            act_ckpt=full; mbs=4; gbs=2048;
                            """),
                    new Recipe(
                            BRIDGE,
                            """
                            framework=Megatron-Bridge 25.11; model=qwen3-235b-a22b;
                            accelerator=B200; n_acc=64; precision=MXFP8; seq=4096; tp=1; pp=8;
                            vp=2; ep=8; mbs=1; gbs=1024;
                            """),
                    new Recipe(
                            BRIDGE,
                            """
                            framework=Megatron-Bridge 25.11; model=gpt-oss-120b; accelerator=H100;
                            n_acc=64; precision=bf16; seq=4096; tp=1; pp=4; ep=8; mbs=4; gbs=512;
                            """),
                    new Recipe(
                            BRIDGE,
                            """
                            framework=Megatron-Bridge 25.11; model=deepseek-v3; accelerator=GB200;
                            n_acc=256; acc_per_node=4; precision=bf16; seq=4096; tp=1; pp=4; vp=4;
                            ep=64; mbs=1; gbs=4096;
                            """),
                    new Recipe(BRIDGE, QWEN_30B + "n_acc=16; pp=2; vp=24"));

    @Test
    void published_recipes_fit_the_hardware_on_which_they_ran() {
        assertThat(RECIPES)
                .hasSizeGreaterThanOrEqualTo(10)
                .allSatisfy(it -> assertThat(verdict(it.row).fits()).as(it.toString()).isTrue());
    }

    /** github.com/NVIDIA-NeMo/RL, issue 1130: with TP = PP = 1 and EP = 8 it fails on 8 accelerators of 80 GB. */
    @Test
    void a_recipe_does_not_fit_half_of_its_hardware_where_that_failed() {
        assertThat(verdict(QWEN_30B + "n_acc=8; act_ckpt=full").fits()).isFalse();
    }

    /** Kept states of the same source: the replicas of experts are EDP = TP x CP x DP / (EP x ETP). */
    @Test
    void expert_data_parallelism_is_as_published() {
        assertThat(edp("n_acc=256; tp=2; pp=8; ep=32")).isEqualTo(1);
        assertThat(edp("n_acc=256; tp=4; pp=8; ep=8")).isEqualTo(4);
        assertThat(edp("n_acc=256; tp=2; ep=8")).isEqualTo(32);
    }

    private static double edp(String layout) {
        String row = "framework=Megatron-LM; model=qwen3-235b-a22b; accelerator=H100; mbs=1; ";
        return Rows.whole(PARSER, row + layout).layout().expertShardingGroup();
    }

    private static MemoryVerdict verdict(String row) {
        return Rows.whole(PARSER, row).verdict();
    }
}
