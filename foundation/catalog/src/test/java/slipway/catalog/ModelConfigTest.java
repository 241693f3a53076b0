package slipway.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import slipway.base.Mistake;
import slipway.base.Problem;
import slipway.testkit.Generator;
import slipway.testkit.Property;

class ModelConfigTest {

    private static final String LLAMA =
            """
            {"architectures": ["LlamaForCausalLM"], "hidden_size": 4096, "intermediate_size": 14336,
             "max_position_embeddings": 8192, "num_attention_heads": 32, "num_hidden_layers": 32,
             "num_key_value_heads": 8, "rope_scaling": null, "vocab_size": 128256, "torch_dtype": "bfloat16"}
            """;

    private final ModelCatalog modelCatalog = Catalog.bundled().models();

    @Test
    void a_config_of_each_family_gives_the_model_that_the_catalog_has() {
        same("llama-3-8b", LLAMA);
        same(
                "mixtral-8x7b",
                "MixtralForCausalLM",
                "'hidden_size': 4096, 'intermediate_size': 14336, 'max_position_embeddings': 32768,"
                        + " 'num_attention_heads': 32, 'num_hidden_layers': 32, 'num_key_value_heads': 8,"
                        + " 'num_local_experts': 8, 'num_experts_per_tok': 2,"
                        + " 'sliding_window': null, 'vocab_size': 32000");
        same(
                "qwen2.5-7b",
                "Qwen2ForCausalLM",
                "'hidden_size': 3584, 'intermediate_size': 18944, 'max_position_embeddings': 131072,"
                        + " 'num_attention_heads': 28, 'num_hidden_layers': 28, 'num_key_value_heads': 4,"
                        + " 'sliding_window': 131072, 'use_sliding_window': false, 'vocab_size': 152064");
        same(
                "qwen3-30b-a3b",
                "Qwen3MoeForCausalLM",
                "'hidden_size': 2048, 'intermediate_size': 6144, 'max_position_embeddings': 40960,"
                        + " 'head_dim': 128,"
                        + " 'num_attention_heads': 32, 'num_hidden_layers': 48, 'num_key_value_heads': 4,"
                        + " 'num_experts': 128, 'num_experts_per_tok': 8, 'moe_intermediate_size': 768,"
                        + " 'decoder_sparse_step': 1, 'vocab_size': 151936");
        same(
                "qwen2-57b-a14b",
                "Qwen2MoeForCausalLM",
                "'hidden_size': 3584, 'intermediate_size': 18944, 'max_position_embeddings': 131072,"
                        + " 'num_attention_heads': 28, 'num_hidden_layers': 28, 'num_key_value_heads': 4,"
                        + " 'num_experts': 64, 'num_experts_per_tok': 8, 'moe_intermediate_size': 2560,"
                        + " 'shared_expert_intermediate_size': 20480, 'vocab_size': 151936");
        same(
                "gpt-oss-20b",
                "GptOssForCausalLM",
                "'hidden_size': 2880, 'intermediate_size': 2880,"
                        + " 'max_position_embeddings': 131072, 'head_dim': 64,"
                        + " 'num_attention_heads': 64, 'num_hidden_layers': 24, 'num_key_value_heads': 8,"
                        + " 'num_local_experts': 32, 'num_experts_per_tok': 4, 'sliding_window': 128,"
                        + " 'vocab_size': 201088");
        same(
                "deepseek-v3",
                "DeepseekV3ForCausalLM",
                "'hidden_size': 7168, 'intermediate_size': 18432, 'max_position_embeddings': 163840,"
                        + " 'num_attention_heads': 128, 'num_hidden_layers': 61, 'num_key_value_heads': 128,"
                        + " 'n_routed_experts': 256, 'num_experts_per_tok': 8, 'moe_intermediate_size': 2048,"
                        + " 'n_shared_experts': 1, 'first_k_dense_replace': 3,"
                        + " 'moe_layer_freq': 1, 'q_lora_rank': 1536,"
                        + " 'kv_lora_rank': 512, 'head_dim': 64, 'qk_rope_head_dim': 64, 'qk_nope_head_dim': 128,"
                        + " 'v_head_dim': 128,"
                        + " 'vocab_size': 129280");
    }

    @Test
    void also_families_that_call_everything_by_other_names() {
        same(
                "gemma-2-9b",
                "Gemma2ForCausalLM",
                "'hidden_size': 3584, 'intermediate_size': 14336, 'max_position_embeddings': 8192,"
                        + " 'head_dim': 256,"
                        + " 'num_attention_heads': 16, 'num_hidden_layers': 42, 'num_key_value_heads': 8,"
                        + " 'sliding_window': 4096, 'vocab_size': 256000");
        same(
                "gpt2",
                "GPT2LMHeadModel",
                "'n_layer': 12, 'n_embd': 768, 'n_head': 12, 'n_ctx': 1024, 'n_positions': 1024,"
                        + " 'vocab_size': 50257");
        same(
                "pythia-6.9b",
                "GPTNeoXForCausalLM",
                "'hidden_size': 4096, 'intermediate_size': 16384, 'max_position_embeddings': 2048,"
                        + " 'num_attention_heads': 32, 'num_hidden_layers': 32, 'tie_word_embeddings': false,"
                        + " 'vocab_size': 50432");
        same(
                "falcon-7b",
                "FalconForCausalLM",
                "'hidden_size': 4544, 'n_head': 71, 'n_layer': 32, 'multi_query': true, 'parallel_attn': true,"
                        + " 'new_decoder_architecture': false, 'vocab_size': 65024");
        same(
                "falcon-40b",
                "FalconForCausalLM",
                "'hidden_size': 8192, 'num_attention_heads': 128, 'num_hidden_layers': 60, 'num_kv_heads': 8,"
                        + " 'new_decoder_architecture': true, 'vocab_size': 65024");
        same(
                "bloom-7b1",
                "BloomForCausalLM",
                "'n_layer': 30, 'hidden_size': 4096, 'n_head': 32, 'vocab_size': 250880");
        same(
                "opt-1.3b",
                "OPTForCausalLM",
                "'ffn_dim': 8192, 'hidden_size': 2048, 'max_position_embeddings': 2048,"
                        + " 'num_attention_heads': 32,"
                        + " 'num_hidden_layers': 24, 'vocab_size': 50272");
        same(
                "mpt-7b",
                "MPTForCausalLM",
                "'d_model': 4096, 'n_layers': 32, 'n_heads': 32, 'max_seq_len': 2048, 'expansion_ratio': 4,"
                        + " 'no_bias': true, 'vocab_size': 50432");
        same(
                "gpt-j-6b",
                "GPTJForCausalLM",
                "'n_layer': 28, 'n_embd': 4096, 'n_head': 16, 'n_positions': 2048, 'vocab_size': 50400");
    }

    private void same(String name, String family, String fields) {
        same(
                name,
                "{\"architectures\": [\"%s\"], %s}".formatted(family, fields.replace('\'', '"')));
    }

    private void same(String name, String json) {
        Architecture known = modelCatalog.named(name);
        Architecture read = ModelCatalog.fromConfig("config.json", json);
        assertEquals(known.parameters(), read.parameters(), name);
        assertEquals(known.activeParameters(), read.activeParameters(), name);
        assertEquals(known.attention(), read.attention(), name);
        assertEquals(known.embeddings().context(), read.embeddings().context(), name);
        assertEquals(known.feedForward().experts(), read.feedForward().experts(), name);
    }

    @Test
    void of_a_model_that_sees_the_part_for_text_is_read_and_what_it_leaves_out_is_known() {
        Architecture read =
                ModelCatalog.fromConfig(
                        "config.json",
                        """
                        {"architectures": ["Gemma3ForConditionalGeneration"], "model_type": "gemma3",
                         "text_config": {"hidden_size": 2560, "intermediate_size": 10240, "num_hidden_layers": 34,
                                         "sliding_window": 1024, "rope_scaling": {"factor": 8.0}},
                         "vision_config": {"hidden_size": 1152, "num_hidden_layers": 27}}
                        """);
        assertEquals(34, read.layers());
        assertEquals(OptionalInt.of(1024), read.attention().window());
        assertThat(read.parameters() / 1e9).isBetween(3.87, 3.89);
    }

    @Test
    void a_family_that_is_not_known_is_rejected_with_the_nearest() {
        assertThat(said("{\"architectures\": [\"LamaForCausalLM\"]}"))
                .singleElement()
                .asString()
                .startsWith(
                        "architectures: \"LamaForCausalLM\" is not known here. Did you mean LlamaForCausalLM?");
        assertThat(said("{\"architectures\": [\"NemotronHForCausalLM\"], \"hidden_size\": 1}"))
                .singleElement()
                .asString()
                .contains("\"NemotronHForCausalLM\" is not known here.");
        assertThat(said("{\"hidden_size\": 4096}"))
                .singleElement()
                .asString()
                .startsWith("architectures: It is missing");
    }

    @Test
    void what_is_wrong_is_reported_under_the_name_that_the_file_gives_it_and_with_its_line() {
        var problem =
                assertThrows(
                        Problem.class,
                        () ->
                                ModelCatalog.fromConfig(
                                        "config.json",
                                        """
                                        {"architectures": ["LlamaForCausalLM"],
                                         "hidden_size": NaN,
                                         "num_attention_heads": 0,
                                         "num_hidden_layers": -2,
                                         "num_key_value_heads": 2.5,
                                         "intermediate_size": "80GB",
                                         "tie_word_embeddings": "perhaps"}
                                        """));
        assertThat(problem.mistakes().stream().map(Mistake::toString))
                .containsExactlyInAnyOrder(
                        "config.json line 2  hidden_size: \"NaN\" is not a whole number from 1 to 10,000,000.",
                        "config.json line 3  num_attention_heads: \"0\" is not a whole number from 1 to 1,000,000.",
                        "config.json line 4  num_hidden_layers: \"-2\" is not a whole number from 1 to 10,000.",
                        "config.json line 5  num_key_value_heads: \"2.5\" is not a whole number from 1 to 1,000,000.",
                        "config.json line 6  intermediate_size: \"80GB\" is not a whole number from 1 to 10,000,000.",
                        "config.json line 7  tie_word_embeddings: \"perhaps\" is not yes or no.",
                        "config.json  vocab_size: It is missing: a whole number from 1 to 1,000,000,000.",
                        "config.json  max_position_embeddings: It is missing: a whole number from 1 to 1,000,000,000.");
    }

    @Test
    void a_mixture_of_experts_without_their_number_names_the_field_and_what_is_allowed() {
        String qwen =
                LLAMA.replace("LlamaForCausalLM", "Qwen3MoeForCausalLM")
                        .replace("\"rope_scaling\": null", "\"moe_intermediate_size\": 768");
        assertThat(said(qwen))
                .containsExactly(
                        "num_experts: It is missing: the number of experts, from 1 to 1,000,000, or 0 for a"
                                + " dense model.");
    }

    @Test
    void heads_that_do_not_divide_are_reported_in_the_words_of_the_file() {
        assertThat(said(LLAMA.replace("\"num_key_value_heads\": 8", "\"num_key_value_heads\": 7")))
                .containsExactly("num_key_value_heads: 32 heads cannot be shared evenly by 7.");
        assertThat(said(LLAMA.replace("\"hidden_size\": 4096", "\"hidden_size\": 4097")))
                .singleElement()
                .asString()
                .startsWith("num_attention_heads: hidden_size 4097 cannot be divided by 32 heads.");
    }

    @Test
    void what_is_not_a_config_at_all_is_a_problem_too() {
        assertThat(said("[]")).containsExactly("It is not a JSON object.");
        assertThat(said("")).isNotEmpty();
        assertThat(said("{\"a\": ")).singleElement().asString().startsWith("This is not JSON: ");
        assertThat(said("{\"a\":\"" + "x".repeat(ModelConfig.MAX_LENGTH) + "\"}"))
                .containsExactly("It is longer than 1,000,000 characters.");
        assertThat(said("{\"a\":" + "[".repeat(100_000))).isNotEmpty();
    }

    @Test
    void whatever_the_text_is_the_answer_is_a_model_or_a_problem() {
        Generator<String> broken =
                choices -> {
                    int from = Generator.ints(0, LLAMA.length()).draw(choices);
                    int until = Generator.ints(from, LLAMA.length()).draw(choices);
                    return LLAMA.substring(0, from)
                            + Generator.strings().draw(choices)
                            + LLAMA.substring(until);
                };
        Property.holds(
                broken,
                text -> {
                    try {
                        assertThat(ModelCatalog.fromConfig("config.json", text).parameters())
                                .isPositive();
                    } catch (Problem problem) {
                        assertThat(problem.mistakes()).isNotEmpty();
                    }
                });
    }

    private static List<String> said(String json) {
        var problem =
                assertThrows(Problem.class, () -> ModelCatalog.fromConfig("config.json", json));
        return problem.mistakes().stream().map(Mistake::sentence).toList();
    }
}
