package slipway.plan.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import slipway.base.Estimate;
import slipway.catalog.Catalog;
import slipway.catalog.TokenRate;
import slipway.plan.gp.ResidualCorrection;
import slipway.plan.table.BundledTable;
import slipway.plan.table.FitSource;

/** Published configurations, compared with the output of the fitting program. */
class TrainingModelTest {

    private static final TrainingModel TRAINING = new TrainingModel();
    private static final TrainingNeighbors NEIGHBORS = new TrainingNeighbors(FitSource.BUNDLED);
    private static final BundledTable.Line CROWDED =
            new BundledTable.Line(Map.of("name", "crowd", "value", "0.1"));
    private static final ConfigurationParser COMPLETION =
            new ConfigurationParser(Catalog.bundled());

    /**
     * @param computed tokens per second by the physical model alone
     * @param corrected the same with the correction by neighbors
     */
    private record Said(double computed, double corrected, double deviation, int neighbors) {}

    @Test
    void sharded_weights_on_many_hopper_nodes() {
        agrees(
                """
                source=mosaicml/llm-foundry; date=2023-10..2024-01; framework=llm-foundry/FSDP;
                model=mpt-70b; task=pretrain; layers=80; hidden=8192; heads=64; kv_heads=64;
                ffn=32768; vocab=50368; gated_mlp=0; params=64862437376; seq=2048;
                accelerator=H100-SXM-80GB; n_acc=512; acc_per_node=8; precision=amp_bf16; tp=1; pp=1;
                sharding=FSDP-FULL_SHARD/DEFAULT; act_ckpt=full; mbs=8; gbs=4096;
                """,
                new Said(1250.53913, 1010.55905, 0.0108013698, 15));
    }

    @Test
    void a_pipeline_before_fused_attention() {
        agrees(
                """
                source=Narayanan et al. SC21 Table 1 (NVIDIA/Megatron-LM); date=2021-04;
                framework=Megatron-LM; model=gpt-76B; task=pretrain; layers=60; hidden=10240;
                heads=80; kv_heads=80; ffn=40960; vocab=51200; gated_mlp=0; seq=2048;
                accelerator=A100-SXM-80GB; n_acc=1024; acc_per_node=8; precision=fp16; tp=8;
                pp=4; vp=3; cp=1; sharding=none; act_ckpt=full; mbs=2; gbs=1792;
                """,
                new Said(311.937481, 223.678018, 0.020236856, 6));
    }

    @Test
    void selective_recomputing() {
        agrees(
                """
                source=Korthikanti et al. 2022 Table 5; date=2022-05; framework=Megatron-LM;
                model=megatron-22B; task=pretrain; layers=48; hidden=6144; heads=64; kv_heads=64;
                ffn=24576; vocab=51200; gated_mlp=0; seq=2048; accelerator=A100-SXM-80GB;
                n_acc=8; acc_per_node=8; precision=fp16; tp=8; pp=1; vp=1; cp=1; sharding=none;
                act_ckpt=selective; mbs=4; gbs=4;
                """,
                new Said(1227.49604, 931.21863, 0.0203361763, 1));
    }

    @Test
    void experts_in_eight_bits_on_one_rack() {
        agrees(
                """
                source=NVIDIA-NeMo/Megatron-Bridge; date=2026.06.01;
                framework=Megatron-Bridge 26.06.01; model=gpt-oss-120b; task=pretrain; layers=36;
                hidden=2880; heads=64; kv_heads=8; ffn=2880; vocab=201088; gated_mlp=1;
                moe_experts=128; moe_topk=4; moe_ffn=2880; seq=4096; accelerator=GB300; n_acc=64;
                acc_per_node=4; precision=MXFP8; tp=1; pp=1; cp=1; ep=16; sharding=DDP/dist-opt;
                mbs=4; gbs=1280;
                """,
                new Said(25811.1241, 29206.4625, 0.0843150574, 10));
    }

    @Test
    void latent_attention() {
        agrees(
                """
                source=NVIDIA-NeMo/Megatron-Bridge; date=2026.08;
                framework=Megatron-Bridge 26.08; model=deepseek-v3; task=pretrain; layers=61;
                hidden=7168; heads=128; kv_heads=128; ffn=18432; vocab=129280; gated_mlp=1;
                moe_experts=256; moe_topk=8; moe_ffn=2048; seq=4096; accelerator=GB200;
                n_acc=256; acc_per_node=4; precision=MXFP8; tp=1; pp=4; vp=4; cp=1; ep=64;
                sharding=DDP/dist-opt; mbs=1; gbs=4096;
                """,
                new Said(3547.50696, 4526.21849, 0.0781910917, 9));
    }

    @Test
    void a_hybrid_whose_work_was_published() {
        agrees(
                """
                source=NVIDIA-NeMo/Megatron-Bridge; date=2026.08;
                framework=Megatron-Bridge 26.08; model=nemotron_3_super; task=pretrain; seq=8192;
                accelerator=GB300; n_acc=64; acc_per_node=4; precision=NVFP4; tp=1; pp=1; cp=1;
                ep=64; sharding=DDP/dist-opt; mbs=1; gbs=512;
                """,
                new Said(10543.2654, 10255.3145, 0.0781450912, 5));
    }

    @Test
    void a_tpu_with_few_stated_values() {
        agrees(
                """
                source=AI-Hypercomputer/tpu-recipes; date=2026-08; framework=MaxText;
                model=gpt-oss-120b; task=pretrain; layers=36; hidden=2880; heads=64; kv_heads=8;
                ffn=2880; vocab=201088; gated_mlp=1; moe_experts=128; moe_topk=4; moe_ffn=2880;
                seq=8192; accelerator=TPU-v7x-Ironwood; n_acc=64; precision=bf16; gbs=1280;
                """,
                new Said(16629.7633, 16091.5955, 0.0998463076, 2));
    }

    @Test
    void adapters_over_weights_in_four_bits() {
        agrees(
                """
                source=Lightning-AI/litgpt; date=2023-10-20; framework=LitGPT;
                model=phi-1.5-1.3B; task=finetune_lora; layers=24; hidden=2048; heads=32;
                kv_heads=32; ffn=8192; vocab=51200; gated_mlp=0; seq=1044;
                accelerator=A100-SXM-40GB; n_acc=1; acc_per_node=8; precision=bnb.nf4-dq; tp=1;
                pp=1; cp=1; sharding=none; mbs=1;
                """,
                new Said(11047.2434, 9274.54277, 0.0685780518, 19));
    }

    @Test
    void adapters_of_a_submission() {
        agrees(
                """
                source=MLPerf Training v5.0; date=2025-06;
                framework=PyTorch NVIDIA Release 23.09; model=llama2-70b; task=lora; layers=80;
                hidden=8192; heads=64; kv_heads=8; ffn=28672; vocab=32000; gated_mlp=1; seq=8192;
                accelerator=NVIDIA H200-SXM5-141GB; n_acc=512; acc_per_node=8; precision=fp8;
                tp=4; pp=1; cp=2; mbs=1; gbs=64;
                """,
                new Said(2156.67399, 1424.84099, 0.0399451381, 3));
    }

    @Test
    void weights_that_stay_on_the_host() {
        agrees(
                """
                source=pytorch/torchtune; date=2025; framework=torchtune; model=llama3-70b;
                task=full-ft; layers=80; hidden=8192; heads=64; kv_heads=8; ffn=28672;
                vocab=128256; gated_mlp=1; seq=2048; accelerator=A100-80GB; n_acc=8;
                acc_per_node=8; precision=bf16; tp=1; pp=1; cp=1; sharding=FSDP2; mbs=2; gbs=16;
                notes=compile on, 70B full uses CPU offload;
                """,
                new Said(269.151125, 208.373958, 0.0708636626, 1));
    }

    @Test
    void stage_three_of_deepspeed() {
        agrees(
                """
                source=Narayanan et al. SC21 Table 2; date=2021-04; framework=DeepSpeed ZeRO-3;
                model=gpt-175B; task=pretrain; layers=96; hidden=12288; heads=96; kv_heads=96;
                ffn=49152; vocab=51200; gated_mlp=0; seq=2048; accelerator=A100-SXM-80GB;
                n_acc=384; acc_per_node=8; precision=fp16; tp=1; pp=1; cp=1; sharding=ZeRO-3;
                act_ckpt=full; mbs=4; gbs=1536;
                """,
                new Said(115.827701, 100.853693, 0.0199940932, 4));
    }

    @Test
    void an_estimate_with_few_neighbors_is_called_extrapolated() {
        TrainingConfiguration here =
                whole("framework=HAI-LLM; model=llama-3-8b; accelerator=MI300X; n_acc=64");
        assertThat(NEIGHBORS.correction(here).neighbors()).isZero();
        Estimate<TokenRate> rate = TRAINING.rate(here);
        assertThat(rate.grounds().getFirst().sentence()).startsWith("extrapolated");
        assertThat(rate.high().perSecond() / rate.low().perSecond()).isGreaterThan(1.5);
    }

    @Test
    void an_estimate_with_many_neighbors_rests_on_them() {
        TrainingConfiguration mpt =
                whole(
                        "source=mosaicml/llm-foundry; date=2023-10; framework=llm-foundry/FSDP; layers=80; hidden=8192;"
                                + "heads=64; ffn=32768; vocab=50368; gated_mlp=0; seq=2048; accelerator=H100-SXM-80GB;"
                                + "n_acc=512; sharding=FSDP-FULL_SHARD; act_ckpt=full; mbs=8; gbs=4096; tp=1");
        assertThat(TRAINING.rate(mpt).grounds().getFirst().sentence())
                .isEqualTo("15 measured neighbors");
    }

    @Test
    void a_fit_that_has_not_seen_a_framework_knows_less_of_it() {
        TrainingConfiguration titan =
                whole("framework=torchtitan; model=llama-3-8b; accelerator=H100; n_acc=64; tp=1");
        FitSource others =
                file ->
                        BundledTable.table(file).stream()
                                .filter(line -> !line.text("framework").equals("titan"))
                                .toList();
        Estimate<TokenRate> seen = TRAINING.rate(titan);
        Estimate<TokenRate> unseen = new TrainingModel(others).rate(titan);
        assertThat(span(unseen)).isGreaterThan(1.2 * span(seen));
    }

    @Test
    void the_physical_model_uses_the_given_coefficients() {
        TrainingConfiguration here =
                whole("framework=torchtitan; model=llama-3-8b; accelerator=H100; n_acc=64; tp=1");
        FitSource crowded =
                file ->
                        BundledTable.table(file).stream()
                                .map(line -> line.text("name").equals("crowd") ? CROWDED : line)
                                .toList();
        // Six doublings, each 10 % longer.
        double crowd = FitSource.BUNDLED.coefficients("coefficients.tsv").of("crowd");
        assertThat(TRAINING.physicalRate(here) / new TrainingModel(crowded).physicalRate(here))
                .isCloseTo(1.6 / (1 + 6 * crowd), within(1e-9));
    }

    private static double span(Estimate<TokenRate> rate) {
        return Math.log(rate.high().perSecond() / rate.low().perSecond());
    }

    private static void agrees(String row, Said said) {
        TrainingConfiguration trainingConfiguration = whole(row);
        ResidualCorrection correction = NEIGHBORS.correction(trainingConfiguration);
        assertThat(TRAINING.physicalRate(trainingConfiguration) / said.computed)
                .isCloseTo(1, within(1e-6));
        assertThat(TRAINING.rate(trainingConfiguration).value().perSecond() / said.corrected)
                .isCloseTo(1, within(1e-6));
        double width = NEIGHBORS.width(trainingConfiguration);
        assertThat(correction.halfWidth() / width / said.deviation).isCloseTo(1, within(1e-6));
        assertThat(correction.neighbors()).isEqualTo(said.neighbors);
    }

    private static TrainingConfiguration whole(String row) {
        return Rows.whole(COMPLETION, row);
    }
}
