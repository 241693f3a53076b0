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
import slipway.catalog.ArchitectureReader.ConfigValue;

/**
 * The meaning of a name in {@code architectures} of a config.json: the components of such a model, the defaults of
 * omitted fields, and the fields that only this family has.
 *
 * @param defaults keys and values for all models of the family, unless the file overrides them
 * @param adjustment handles the fields that this family writes differently
 */
record ModelFamily(
        Map<String, String> defaults, BiConsumer<Config, Map<String, ConfigValue>> adjustment) {

    /** A config.json, read. */
    interface Config {
        Optional<ConfigValue> field(String name);

        default boolean is(String name, boolean defaultValue) {
            return field(name).map(it -> it.text().equals("true")).orElse(defaultValue);
        }
    }

    /** Field names of config.json by key; the usual name first. */
    static final Map<String, List<String>> FIELDS = fields();

    private static final Map<String, ModelFamily> ALL = all();

    /** The field with the number of experts, by the architectures that cannot be without it. */
    private static final Map<String, String> EXPERT_FIELDS =
            Map.of(
                    "MixtralForCausalLM", "num_local_experts",
                    "MiniMaxM2ForCausalLM", "num_local_experts",
                    "GptOssForCausalLM", "num_local_experts",
                    "Qwen2MoeForCausalLM", "num_experts",
                    "Qwen3MoeForCausalLM", "num_experts",
                    "Qwen3VLMoeForConditionalGeneration", "num_experts",
                    "DeepseekV2ForCausalLM", "n_routed_experts",
                    "DeepseekV3ForCausalLM", "n_routed_experts",
                    "KimiK25ForConditionalGeneration", "n_routed_experts");

    static Optional<ModelFamily> named(String architecture) {
        return Optional.ofNullable(ALL.get(architecture));
    }

    /** The field with the number of experts where this architecture has experts and the file does not give it. */
    static Optional<String> missingExperts(String architecture, Config config) {
        boolean given =
                FIELDS.getOrDefault("experts", List.of()).stream()
                        .anyMatch(name -> config.field(name).isPresent());
        return given ? Optional.empty() : Optional.ofNullable(EXPERT_FIELDS.get(architecture));
    }

    static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    /** The values by key, with their field names in the file. */
    Map<String, ConfigValue> numbers(Config config, SourceLocation whole) {
        Map<String, ConfigValue> values = new LinkedHashMap<>();
        defaults.forEach((key, value) -> values.put(key, new ConfigValue(key, value, whole)));
        FIELDS.forEach(
                (key, names) ->
                        names.stream()
                                .flatMap(name -> config.field(name).stream())
                                .findFirst()
                                .ifPresent(field -> values.put(key, field)));
        adjustment.accept(config, values);
        return values;
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
        register(
                all,
                "LlamaForCausalLM MistralForCausalLM GraniteForCausalLM",
                "",
                ModelFamily::adjustBias);
        register(
                all,
                "Phi3ForCausalLM MixtralForCausalLM MiMoForCausalLM",
                "",
                ModelFamily::adjustCommon);
        register(all, "Qwen2ForCausalLM", "bias=qkv", ModelFamily::adjustWindow);
        register(all, "Qwen2MoeForCausalLM", "bias=qkv", ModelFamily::adjustWindow);
        register(
                all,
                "Qwen3ForCausalLM Qwen3MoeForCausalLM",
                "qk_norm=yes",
                ModelFamily::adjustWindow);
        register(
                all,
                "Qwen3VLForConditionalGeneration Qwen3VLMoeForConditionalGeneration",
                "qk_norm=yes",
                ModelFamily::adjustWindow);
        register(all, "MiniMaxM2ForCausalLM", "qk_norm=yes", ModelFamily::adjustCommon);
        register(all, "GptOssForCausalLM", "bias=all full_every=2", ModelFamily::adjustCommon);
        register(
                all,
                "DeepseekV2ForCausalLM DeepseekV3ForCausalLM KimiK25ForConditionalGeneration",
                "",
                ModelFamily::adjustLatent);
        register(all, "GemmaForCausalLM", "tied=yes", ModelFamily::adjustCommon);
        register(
                all,
                "Gemma2ForCausalLM",
                "tied=yes norms=4 full_every=2",
                ModelFamily::adjustCommon);
        register(
                all,
                "Gemma3ForCausalLM Gemma3ForConditionalGeneration",
                "tied=yes norms=4 full_every=6 qk_norm=yes heads=8 kv_heads=4 head_dim=256"
                        + " vocabulary=262208 context=131072",
                ModelFamily::adjustCommon);
        registerClassic(all);
        return all;
    }

    /** Families before gated feed-forward parts and RMS normalization, and their successors. */
    private static void registerClassic(Map<String, ModelFamily> all) {
        String classic = "gated=no norm=layer bias=all ";
        register(
                all,
                "GPT2LMHeadModel",
                classic + "positions=learned tied=yes",
                ModelFamily::adjustFourTimesWidth);
        register(
                all,
                "GPTBigCodeForCausalLM",
                classic + "positions=learned tied=yes",
                ModelFamily::adjustFourTimesWidth);
        register(
                all,
                "GPTNeoXForCausalLM PhiForCausalLM",
                classic,
                ModelFamily::adjustFourTimesWidth);
        register(all, "GPTJForCausalLM", classic + "norms=1", ModelFamily::adjustFourTimesWidth);
        register(
                all,
                "OPTForCausalLM",
                classic + "positions=learned tied=yes",
                ModelFamily::adjustCommon);
        register(
                all,
                "BloomForCausalLM",
                classic + "positions=alibi tied=yes context=2048",
                ModelFamily::adjustFourTimesWidth);
        register(
                all,
                "FalconForCausalLM",
                "gated=no norm=layer tied=yes context=2048",
                ModelFamily::adjustFalcon);
        register(
                all,
                "MPTForCausalLM",
                "gated=no norm=layer positions=alibi tied=yes",
                ModelFamily::adjustFourTimesWidth);
        register(all, "Starcoder2ForCausalLM", classic + "tied=yes", ModelFamily::adjustCommon);
        register(all, "CohereForCausalLM", "norms=1 tied=yes", ModelFamily::adjustCommon);
    }

    private static void register(
            Map<String, ModelFamily> all,
            String names,
            String defaults,
            BiConsumer<Config, Map<String, ConfigValue>> adjustment) {
        Map<String, String> known =
                Arrays.stream(defaults.split(" ", -1))
                        .filter(fact -> !fact.isEmpty())
                        .map(fact -> fact.split("=", 2))
                        .collect(Collectors.toMap(fact -> fact[0], fact -> fact[1]));
        for (String name : names.split(" ", -1)) {
            all.put(name, new ModelFamily(known, adjustment));
        }
    }

    /** The pattern of full-attention layers applies only with a sliding window. */
    private static void adjustCommon(Config config, Map<String, ConfigValue> values) {
        config.field("sliding_window_pattern").ifPresent(it -> values.put("full_every", it));
        if (!values.containsKey("window")) {
            values.remove("full_every");
        }
        // An explicit count of 0 experts means a dense model.
        if (Optional.ofNullable(values.get("experts"))
                .filter(it -> it.text().equals("0"))
                .isPresent()) {
            List.of("experts", "active_experts", "expert_ffn", "shared_experts", "shared_ffn")
                    .forEach(values::remove);
        }
    }

    private static void adjustBias(Config config, Map<String, ConfigValue> values) {
        adjustCommon(config, values);
        config.field("attention_bias")
                .filter(it -> it.text().equals("true"))
                .ifPresent(
                        it ->
                                values.put(
                                        "bias", new ConfigValue(it.field(), "qkv", it.location())));
    }

    private static void adjustWindow(Config config, Map<String, ConfigValue> values) {
        if (!config.is("use_sliding_window", false)) {
            values.remove("window");
        }
        adjustCommon(config, values);
    }

    /** The width of a head is in the fields of latent attention; head_dim varies between files. */
    private static void adjustLatent(Config config, Map<String, ConfigValue> values) {
        values.remove("head_dim");
        adjustCommon(config, values);
    }

    /** Older families without a field for the feed-forward width use four times the hidden width. */
    private static void adjustFourTimesWidth(Config config, Map<String, ConfigValue> values) {
        if (config.is("multi_query", false)) {
            singleKvHead(config, "multi_query", values);
        }
        ConfigValue hidden = values.get("hidden");
        String ratio = config.field("expansion_ratio").map(ConfigValue::text).orElse("4");
        if (!values.containsKey("ffn") && hidden != null && hidden.text().matches("[0-9]{1,8}")) {
            String text = Long.toString(Long.parseLong(hidden.text()) * expansion(ratio));
            values.put("ffn", new ConfigValue(hidden.field(), text, hidden.location()));
        }
        if (config.is("no_bias", false)) {
            values.put(
                    "bias",
                    new ConfigValue(
                            "no_bias",
                            "none",
                            hidden == null ? SourceLocation.of("config") : hidden.location()));
        }
        adjustCommon(config, values);
    }

    private static int expansion(String ratio) {
        return ratio.matches("[1-9]") ? Integer.parseInt(ratio) : 4;
    }

    private static void adjustFalcon(Config config, Map<String, ConfigValue> values) {
        adjustFourTimesWidth(config, values);
        if (config.is("new_decoder_architecture", false)) {
            return;
        }
        values.remove("kv_heads");
        if (config.is("multi_query", true)) {
            singleKvHead(config, "multi_query", values);
        }
        if (config.is("parallel_attn", true)) {
            config.field("parallel_attn")
                    .ifPresent(
                            it ->
                                    values.put(
                                            "norms",
                                            new ConfigValue(it.field(), "1", it.location())));
        }
    }

    private static void singleKvHead(Config config, String field, Map<String, ConfigValue> values) {
        config.field(field)
                .ifPresent(
                        it ->
                                values.put(
                                        "kv_heads",
                                        new ConfigValue(it.field(), "1", it.location())));
    }
}
