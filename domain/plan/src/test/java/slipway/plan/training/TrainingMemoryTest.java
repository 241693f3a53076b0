package slipway.plan.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import slipway.catalog.Catalog;

/** Published configurations, compared with the memory that the fitting program computes. */
class TrainingMemoryTest {

    private static final ConfigurationParser COMPLETION =
            new ConfigurationParser(Catalog.bundled());

    private static final String LLAMA_3B =
            """
            source=pytorch/torchtune; framework=torchtune; model=llama3.2-3b; layers=28;
            hidden=3072; heads=24; kv_heads=8; ffn=8192; vocab=128256; gated_mlp=1; seq=4096;
            accelerator=A100-80GB; n_acc=1; precision=bf16; tp=1; sharding=none; mbs=2; gbs=2;
            """;

    private static final String LLAMA_8B =
            """
            source=pytorch/torchtitan; framework=torchtitan; model=llama3-8b; task=pretrain;
            layers=32; hidden=4096; heads=32; kv_heads=8; ffn=14336; vocab=128256; gated_mlp=1;
            seq=8192; accelerator=H100-96GB-HBM2e-500W; n_acc=128; acc_per_node=8; precision=fp8;
            tp=1; pp=1; cp=1; sharding=FSDP2 (ZeRO-3); mbs=2; gbs=256;
            """;

    private static final String GPT =
            """
            source=Narayanan et al. SC21 Table 1; framework=Megatron-LM; model=gpt-76B;
            layers=60; hidden=10240; heads=80; ffn=40960; vocab=51200; gated_mlp=0; seq=2048;
            accelerator=A100-SXM-80GB; n_acc=1024; precision=fp16; tp=8; pp=4; sharding=none;
            act_ckpt=full; mbs=2; gbs=1792;
            """;

    @Test
    void sharded_weights_and_selective_recomputing() {
        agrees(LLAMA_8B + "act_ckpt=selective", 63.3693298);
    }

    @Test
    void a_pipeline_of_sharded_weights_gathers_them_once() {
        agrees(
                """
                source=pytorch/torchtitan; framework=torchtitan; model=llama3.1-405b;
                task=pretrain; layers=126; hidden=16384; heads=128; kv_heads=8; ffn=53248;
                vocab=128256; gated_mlp=1; seq=65536; accelerator=H100-96GB-HBM2e-500W;
                n_acc=512; precision=fp8; tp=8; pp=8; cp=2; sharding=FSDP2 (ZeRO-3);
                act_ckpt=full; mbs=1; gbs=32;
                """,
                78.1397051);
    }

    @Test
    void weights_offloaded_to_the_host() {
        agrees(
                """
                source=pytorch/torchtune; framework=torchtune; model=llama3-70b; task=full-ft;
                layers=80; hidden=8192; heads=64; kv_heads=8; ffn=28672; vocab=128256;
                gated_mlp=1; seq=2048; accelerator=A100-80GB; n_acc=8; precision=bf16; tp=1;
                sharding=FSDP2; act_ckpt=full; mbs=2; gbs=16;
                notes=packed 2048, compile on, 70B full uses CPU offload + fused optimizer
                """,
                15.5300258);
    }

    @Test
    void the_update_is_the_peak_where_all_layers_are_recomputed() {
        agrees(
                LLAMA_3B
                        + "task=full-ft; act_ckpt=full; notes=cumulative techniques: +activation checkpointing",
                25.7729186);
    }

    @Test
    void cumulative_memory_savings() {
        agrees(
                LLAMA_3B + "task=full-ft; act_ckpt=full; notes=cumulative techniques: +8bit AdamW",
                16.2071123);
    }

    @Test
    void adapters_over_sharded_weights() {
        agrees(
                """
                source=Lightning-AI/litgpt; framework=LitGPT; model=StableLMAlpha-3B;
                task=finetune_lora; layers=16; hidden=4096; heads=32; ffn=16384; vocab=50688;
                gated_mlp=0; seq=1034; accelerator=A100-SXM-40GB; n_acc=2; precision=bf16-true;
                tp=1; sharding=FSDP; act_ckpt=full; mbs=4; gbs=8;
                """,
                13.9724905);
    }

    @Test
    void adapters_that_scale_every_product_over_four_bits() {
        agrees(
                """
                source=Lightning-AI/litgpt; framework=LitGPT; model=Llama2-7B;
                task=finetune_adapter_v2; layers=32; hidden=4096; heads=32; ffn=11008;
                vocab=32000; gated_mlp=1; seq=1304; accelerator=A100-SXM-40GB; n_acc=1;
                precision=bnb.nf4-dq; tp=1; sharding=none; act_ckpt=none; mbs=1; gbs=1;
                """,
                17.2875838);
    }

    @Test
    void weights_that_stay_gathered() {
        agrees(
                """
                source=mosaicml/llm-foundry; framework=llm-foundry/FSDP; model=mpt-3b; layers=32;
                hidden=2560; heads=20; ffn=10240; vocab=50368; gated_mlp=0; params=2651837440;
                seq=2048; accelerator=H100-SXM-80GB; n_acc=512; precision=amp_bf16; tp=1;
                sharding=FSDP-SHARD_GRAD_OP/DEFAULT; act_ckpt=none; mbs=8; gbs=4096;
                """,
                51.6632569);
    }

    @Test
    void experts_with_an_interleaved_pipeline() {
        agrees(
                """
                source=NVIDIA-NeMo/Megatron-Bridge; framework=Megatron-Bridge 26.08;
                model=deepseek-v3; layers=61; hidden=7168; heads=128; ffn=18432; vocab=129280;
                gated_mlp=1; moe_experts=256; moe_topk=8; moe_ffn=2048; seq=4096;
                accelerator=GB200; n_acc=256; acc_per_node=4; precision=MXFP8; tp=1; pp=4; vp=4;
                ep=64; sharding=DDP/dist-opt; act_ckpt=none; mbs=1; gbs=4096;
                """,
                184.978459);
    }

    @Test
    void the_parts_add_up_to_the_peak() {
        for (String row :
                new String[] {
                    LLAMA_8B + "act_ckpt=selective",
                    LLAMA_8B + "act_ckpt=full",
                    LLAMA_3B + "task=full-ft",
                    LLAMA_3B + "task=lora",
                    GPT
                }) {
            TrainingMemory trainingMemory = memory(row);
            for (double micro : new double[] {1, 2, 16}) {
                for (double again : new double[] {0, 0.3, 1}) {
                    for (double micros : new double[] {1, 3, 64}) {
                        double sum = trainingMemory.breakdown(micro, again, micros).total().count();
                        assertThat(sum / 1e9)
                                .isCloseTo(trainingMemory.peak(micro, again, micros), within(1e-6));
                    }
                }
            }
        }
    }

    @Test
    void the_least_recompute_fraction_just_fits() {
        for (double micro = 1; micro <= 16; micro++) {
            TrainingMemory trainingMemory = memory(LLAMA_8B);
            double share = trainingMemory.leastRecomputeFraction(micro);
            if (share > 0 && share < 1) {
                assertThat(trainingMemory.peak(micro, share))
                        .isCloseTo(trainingMemory.usableGigabytes(), within(1e-6));
            } else {
                assertThat(trainingMemory.peak(micro, 0) <= trainingMemory.usableGigabytes())
                        .isEqualTo(share == 0);
            }
        }
        assertThat(memory(LLAMA_8B).leastRecomputeFraction(2)).isStrictlyBetween(0.0, 1.0);
    }

    @Test
    void more_of_anything_never_needs_less_memory() {
        for (String row : new String[] {LLAMA_8B, LLAMA_3B, GPT}) {
            TrainingMemory trainingMemory = memory(row);
            for (double micro = 1; micro < 16; micro++) {
                assertThat(trainingMemory.peak(micro + 1, 0))
                        .isGreaterThanOrEqualTo(trainingMemory.peak(micro, 0));
                assertThat(trainingMemory.peak(micro, 0, 8))
                        .isGreaterThanOrEqualTo(trainingMemory.peak(micro, 0, 1));
                assertThat(trainingMemory.peak(micro, 0.5))
                        .isGreaterThanOrEqualTo(trainingMemory.peak(micro, 0.9));
            }
        }
    }

    @Test
    void more_sharding_never_needs_more_memory_at_rest() {
        double before = Double.MAX_VALUE;
        TrainingMemory trainingMemory = memory(GPT + "pp=1; tp=1");
        for (Sharding sharding : Sharding.values()) {
            var other =
                    new TrainingMemory(
                            trainingMemory.shape(),
                            trainingMemory.rates(),
                            trainingMemory.method().with(sharding),
                            trainingMemory.layout(),
                            trainingMemory.seq());
            double now = other.peak(1, 1);
            assertThat(now).as(sharding.name()).isLessThan(before);
            before = now;
        }
    }

    /** Embeddings are tied where the number of parameters says so, or the catalog's model of that name. */
    @Test
    void tied_embeddings_are_stored_once() {
        assertThat(memory(LLAMA_3B).shape().tiedEmbeddings()).isTrue();
        assertThat(memory(LLAMA_3B + "params=3606752256").shape().tiedEmbeddings()).isFalse();
        assertThat(memory(LLAMA_8B).shape().tiedEmbeddings()).isFalse();
    }

    private static void agrees(String row, double gigabytes) {
        TrainingConfiguration it = whole(row);
        TrainingMemory trainingMemory = memory(row);
        double peak =
                trainingMemory.peak(
                        it.batch().microBatch(), it.batch().recomputeFraction(), it.microBatches());
        assertThat(peak / gigabytes).isCloseTo(1, within(1e-7));
    }

    private static TrainingMemory memory(String row) {
        return whole(row).memory();
    }

    private static TrainingConfiguration whole(String row) {
        return Rows.whole(COMPLETION, row);
    }
}
