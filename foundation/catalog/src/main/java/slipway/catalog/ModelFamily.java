package slipway.catalog;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import slipway.base.SourceLocation;
import slipway.catalog.ArchitectureReader.Given;

/**
 * What a name in {@code architectures} of a config.json means beyond the numbers: which parts such a model has, what
 * is meant where a field is left out, and the few fields that only this family has.
 *
 * @param facts keys and values that hold for each of the family, unless the file says otherwise
 * @param odd changes what only this family writes differently
 */
record ModelFamily(Map<String, String> facts, BiConsumer<Config, Map<String, Given>> odd) {

    /** A config.json, read. */
    interface Config {
        Optional<Given> field(String name);

        default boolean is(String name, boolean usual) {
            return field(name).map(it -> it.text().equals("true")).orElse(usual);
        }
    }

    /** How the fields of config.json are called, by our key; the usual name first. */
    static final Map<String, List<String>> FIELDS = fields();

    private static final Map<String, ModelFamily> ALL = all();

    static Optional<ModelFamily> named(String architecture) {
        return Optional.ofNullable(ALL.get(architecture));
    }

    static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    /** The numbers by our keys, under the names that the file gives them. */
    Map<String, Given> numbers(Config config, SourceLocation whole) {
        Map<String, Given> given = new LinkedHashMap<>();
        facts.forEach((key, value) -> given.put(key, new Given(key, value, whole)));
        FIELDS.forEach(
                (key, names) ->
                        names.stream()
                                .flatMap(name -> config.field(name).stream())
                                .findFirst()
                                .ifPresent(field -> given.put(key, field)));
        odd.accept(config, given);
        return given;
    }

    private static Map<String, List<String>> fields() {
        var fields = new LinkedHashMap<String, List<String>>();
        fields.put("layers", List.of("num_hidden_layers", "n_layer", "n_layers", "num_layers"));
        fields.put("hidden", List.of("hidden_size", "n_embd", "d_model", "n_embed"));
        fields.put("heads", List.of("num_attention_heads", "n_head", "n_heads"));
        fields.put("kv_heads", List.of("num_key_value_heads", "num_kv_heads"));
        fields.put("head_dim", List.of("head_dim"));
        fields.put("ffn", List.of("intermediate_size", "n_inner", "ffn_dim", "ffn_hidden_size"));
        fields.put("vocabulary", List.of("vocab_size"));
        fields.put(
                "context",
                List.of(
                        "max_position_embeddings",
                        "n_positions",
                        "n_ctx",
                        "max_seq_len",
                        "seq_length"));
        fields.put("tied", List.of("tie_word_embeddings"));
        fields.put("window", List.of("sliding_window"));
        fields.put("experts", List.of("num_local_experts", "num_experts", "n_routed_experts"));
        fields.put("active_experts", List.of("num_experts_per_tok", "experts_per_token"));
        fields.put("expert_ffn", List.of("moe_intermediate_size"));
        fields.put("shared_experts", List.of("n_shared_experts"));
        fields.put("shared_ffn", List.of("shared_expert_intermediate_size"));
        fields.put("dense_layers", List.of("first_k_dense_replace"));
        fields.put("expert_every", List.of("decoder_sparse_step", "moe_layer_freq"));
        fields.put("q_rank", List.of("q_lora_rank"));
        fields.put("kv_rank", List.of("kv_lora_rank"));
        fields.put("rope_dim", List.of("qk_rope_head_dim"));
        fields.put("nope_dim", List.of("qk_nope_head_dim"));
        fields.put("value_dim", List.of("v_head_dim"));
        return fields;
    }

    private static Map<String, ModelFamily> all() {
        var all = new TreeMap<String, ModelFamily>();
        of(all, "LlamaForCausalLM MistralForCausalLM GraniteForCausalLM", "", ModelFamily::ownBias);
        of(all, "Phi3ForCausalLM MixtralForCausalLM MiMoForCausalLM", "", ModelFamily::usual);
        of(all, "Qwen2ForCausalLM", "bias=qkv", ModelFamily::windowIfUsed);
        of(all, "Qwen2MoeForCausalLM", "bias=qkv", ModelFamily::windowIfUsed);
        of(all, "Qwen3ForCausalLM Qwen3MoeForCausalLM", "qk_norm=yes", ModelFamily::windowIfUsed);
        of(
                all,
                "Qwen3VLForConditionalGeneration Qwen3VLMoeForConditionalGeneration",
                "qk_norm=yes",
                ModelFamily::windowIfUsed);
        of(all, "MiniMaxM2ForCausalLM", "qk_norm=yes", ModelFamily::usual);
        of(all, "GptOssForCausalLM", "bias=all full_every=2", ModelFamily::usual);
        of(
                all,
                "DeepseekV2ForCausalLM DeepseekV3ForCausalLM KimiK25ForConditionalGeneration",
                "",
                ModelFamily::latent);
        of(all, "GemmaForCausalLM", "tied=yes", ModelFamily::usual);
        of(all, "Gemma2ForCausalLM", "tied=yes norms=4 full_every=2", ModelFamily::usual);
        of(
                all,
                "Gemma3ForCausalLM Gemma3ForConditionalGeneration",
                "tied=yes norms=4 full_every=6 qk_norm=yes heads=8 kv_heads=4 head_dim=256"
                        + " vocabulary=262208 context=131072",
                ModelFamily::usual);
        String old = "gated=no norm=layer bias=all ";
        of(all, "GPT2LMHeadModel", old + "positions=learned tied=yes", ModelFamily::fourTimes);
        of(
                all,
                "GPTBigCodeForCausalLM",
                old + "positions=learned tied=yes",
                ModelFamily::fourTimes);
        of(all, "GPTNeoXForCausalLM PhiForCausalLM", old, ModelFamily::fourTimes);
        of(all, "GPTJForCausalLM", old + "norms=1", ModelFamily::fourTimes);
        of(all, "OPTForCausalLM", old + "positions=learned tied=yes", ModelFamily::usual);
        of(
                all,
                "BloomForCausalLM",
                old + "positions=alibi tied=yes context=2048",
                ModelFamily::fourTimes);
        of(
                all,
                "FalconForCausalLM",
                "gated=no norm=layer tied=yes context=2048",
                ModelFamily::falcon);
        of(
                all,
                "MPTForCausalLM",
                "gated=no norm=layer positions=alibi tied=yes",
                ModelFamily::fourTimes);
        of(all, "Starcoder2ForCausalLM", old + "tied=yes", ModelFamily::usual);
        of(all, "CohereForCausalLM", "norms=1 tied=yes", ModelFamily::usual);
        return all;
    }

    private static void of(
            Map<String, ModelFamily> all,
            String names,
            String facts,
            BiConsumer<Config, Map<String, Given>> odd) {
        Map<String, String> known =
                Arrays.stream(facts.split(" ", -1))
                        .filter(fact -> !fact.isEmpty())
                        .map(fact -> fact.split("=", 2))
                        .collect(Collectors.toMap(fact -> fact[0], fact -> fact[1]));
        for (String name : names.split(" ", -1)) {
            all.put(name, new ModelFamily(known, odd));
        }
    }

    /** Layers with a window say how many in between have none; without a window there is nothing to say. */
    private static void usual(Config config, Map<String, Given> given) {
        config.field("sliding_window_pattern").ifPresent(it -> given.put("full_every", it));
        if (!given.containsKey("window")) {
            given.remove("full_every");
        }
        // A count of experts that is written and is 0 means that there are none.
        if (Optional.ofNullable(given.get("experts"))
                .filter(it -> it.text().equals("0"))
                .isPresent()) {
            List.of("experts", "active_experts", "expert_ffn", "shared_experts", "shared_ffn")
                    .forEach(given::remove);
        }
    }

    private static void ownBias(Config config, Map<String, Given> given) {
        usual(config, given);
        config.field("attention_bias")
                .filter(it -> it.text().equals("true"))
                .ifPresent(it -> given.put("bias", new Given(it.field(), "qkv", it.place())));
    }

    private static void windowIfUsed(Config config, Map<String, Given> given) {
        if (!config.is("use_sliding_window", false)) {
            given.remove("window");
        }
        usual(config, given);
    }

    /** The width of a head is in the fields of the compressed attention; what head_dim says there varies. */
    private static void latent(Config config, Map<String, Given> given) {
        given.remove("head_dim");
        usual(config, given);
    }

    /** Before there was a field for it, the inner width was four times the outer one. */
    private static void fourTimes(Config config, Map<String, Given> given) {
        if (config.is("multi_query", false)) {
            one(config, "multi_query", given);
        }
        Given hidden = given.get("hidden");
        String ratio = config.field("expansion_ratio").map(Given::text).orElse("4");
        if (!given.containsKey("ffn") && hidden != null && hidden.text().matches("[0-9]{1,8}")) {
            String text = Long.toString(Long.parseLong(hidden.text()) * times(ratio));
            given.put("ffn", new Given(hidden.field(), text, hidden.place()));
        }
        if (config.is("no_bias", false)) {
            given.put(
                    "bias",
                    new Given(
                            "no_bias",
                            "none",
                            hidden == null ? SourceLocation.of("config") : hidden.place()));
        }
        usual(config, given);
    }

    private static int times(String ratio) {
        return ratio.matches("[1-9]") ? Integer.parseInt(ratio) : 4;
    }

    private static void falcon(Config config, Map<String, Given> given) {
        fourTimes(config, given);
        if (config.is("new_decoder_architecture", false)) {
            return;
        }
        given.remove("kv_heads");
        if (config.is("multi_query", true)) {
            one(config, "multi_query", given);
        }
        if (config.is("parallel_attn", true)) {
            config.field("parallel_attn")
                    .ifPresent(it -> given.put("norms", new Given(it.field(), "1", it.place())));
        }
    }

    private static void one(Config config, String because, Map<String, Given> given) {
        config.field(because)
                .ifPresent(it -> given.put("kv_heads", new Given(it.field(), "1", it.place())));
    }
}
