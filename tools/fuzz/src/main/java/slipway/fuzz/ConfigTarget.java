package slipway.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import slipway.base.Problem;
import slipway.catalog.Architecture;
import slipway.catalog.ModelCatalog;

/** A model's config.json from an unknown source. Every accepted input has countable parameters. */
record ConfigTarget() implements Target {

    @Override
    public String name() {
        return "configs";
    }

    @Override
    public List<String> seeds() {
        return List.of(
                """
                {"architectures": ["DeepseekV3ForCausalLM"], "hidden_size": 7168, "intermediate_size": 18432,
                 "max_position_embeddings": 163840, "num_attention_heads": 128, "num_hidden_layers": 61,
                 "n_routed_experts": 256, "num_experts_per_tok": 8, "moe_intermediate_size": 2048,
                 "n_shared_experts": 1, "first_k_dense_replace": 3, "q_lora_rank": 1536, "kv_lora_rank": 512,
                 "qk_rope_head_dim": 64, "qk_nope_head_dim": 128, "v_head_dim": 128, "vocab_size": 129280}
                """,
                """
                {"architectures": ["Gemma3ForConditionalGeneration"], "text_config": {"hidden_size": 2560,
                 "intermediate_size": 10240, "num_hidden_layers": 34, "sliding_window": 1024}}
                """,
                """
                {"architectures": ["FalconForCausalLM"], "hidden_size": 4544, "n_head": 71, "n_layer": 32,
                 "multi_query": true, "new_decoder_architecture": false, "vocab_size": 65024}
                """);
    }

    @Override
    public List<String> dictionary() {
        return List.of(
                "NaN",
                "null",
                "-1",
                "0",
                "1e9",
                "2147483647",
                "1000000",
                "99999999999999999999",
                "{",
                "[",
                "\"text_config\":",
                "\"architectures\":",
                "\"num_local_experts\":",
                "\"expansion_ratio\":",
                "GPT2LMHeadModel",
                "MPTForCausalLM");
    }

    @Override
    public boolean accepts(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        try {
            Architecture read = ModelCatalog.fromConfig("config.json", text);
            boolean sound =
                    read.activeParameters() <= read.parameters()
                            && read.multipliedParameters() > 0
                            && read.attention().kvCacheValuesPerToken() > 0;
            if (!sound) {
                throw new IllegalStateException("These cannot be counted: " + read);
            }
            return true;
        } catch (Problem refused) {
            return ProblemTarget.isComplete(refused);
        }
    }
}
