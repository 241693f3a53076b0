package slipway.catalog;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.SourceLocation;
import slipway.base.text.Format;
import slipway.base.text.SpellingSuggestion;
import slipway.base.text.UntrustedText;

/**
 * Builds an architecture from numbers by key: a row of the catalog, a form, or the fields of a config.json, whose
 * names are kept so that a mistake is reported under the name in the file. It collects all mistakes and returns an
 * architecture only when there is none.
 */
final class ArchitectureReader {

    /**
     * @param field the name in the source
     */
    record ConfigValue(String field, String text, SourceLocation location) {}

    /** All keys, in the usual order. */
    static final List<String> KEYS =
            List.of(
                    "layers",
                    "hidden",
                    "heads",
                    "kv_heads",
                    "head_dim",
                    "ffn",
                    "vocabulary",
                    "context",
                    "tied",
                    "gated",
                    "norm",
                    "norms",
                    "positions",
                    "bias",
                    "qk_norm",
                    "window",
                    "full_every",
                    "experts",
                    "active_experts",
                    "expert_ffn",
                    "shared_experts",
                    "shared_ffn",
                    "dense_layers",
                    "expert_every",
                    "q_rank",
                    "kv_rank",
                    "rope_dim",
                    "nope_dim",
                    "value_dim");

    private static final Pattern WHOLE = Pattern.compile("([0-9]{1,15})(\\.0+)?");
    private static final int MAX_LAYERS = 10_000;
    private static final int MAX_WIDTH = 10_000_000;
    private static final int MAX_COUNT = 1_000_000;
    private static final int MAX_TOKENS = 1_000_000_000;

    private final Map<String, ConfigValue> values;
    private final Function<String, String> fieldName;
    private final SourceLocation wholeNumber;
    private final CatalogErrors catalogErrors;

    /**
     * @param fieldOf what the writer would call a key that is missing
     * @param whole where to point when a key is missing
     */
    ArchitectureReader(
            Map<String, ConfigValue> values,
            Function<String, String> fieldOf,
            SourceLocation whole,
            CatalogErrors catalogErrors) {
        this.values = values;
        this.fieldName = fieldOf;
        this.wholeNumber = whole;
        this.catalogErrors = catalogErrors;
    }

    /** Empty after a mistake, which is collected. */
    Optional<Architecture> read(String name) {
        int before = catalogErrors.count();
        int layers = required("layers", MAX_LAYERS);
        int hidden = required("hidden", MAX_WIDTH);
        Optional<MixtureOfExperts> experts = experts(layers);
        var read =
                new Architecture(
                        name,
                        layers,
                        hidden,
                        embeddings(),
                        attention(hidden),
                        new Architecture.FeedForward(
                                denseWidth(experts, layers), flag("gated", true), experts),
                        new Architecture.Norms(
                                choice(
                                        "norm",
                                        Architecture.Norm.values(),
                                        Architecture.Norm::label),
                                number("norms", 0, 16).orElse(2)),
                        choice("bias", Architecture.Bias.values(), Architecture.Bias::label));
        if (catalogErrors.count() == before) {
            checkCountable(read);
        }
        return catalogErrors.count() == before ? Optional.of(read) : Optional.empty();
    }

    private Architecture.Embeddings embeddings() {
        return new Architecture.Embeddings(
                required("vocabulary", MAX_TOKENS),
                required("context", MAX_TOKENS),
                choice("positions", Architecture.Positions.values(), Architecture.Positions::label),
                flag("tied", false));
    }

    private void checkCountable(Architecture read) {
        try {
            if (read.parameters() > 0) {
                return;
            }
        } catch (ArithmeticException _) {
            // The sentence below reports it.
        }
        catalogErrors.add(
                wholeNumber,
                "",
                "These numbers make a model with more weights than can be counted.");
    }

    private Attention attention(int hidden) {
        int before = catalogErrors.count();
        int heads = required("heads", MAX_COUNT);
        int kvHeads = number("kv_heads", 1, MAX_COUNT).orElse(heads);
        // Placeholders of wrong numbers must not be reported again.
        boolean valid = catalogErrors.count() == before;
        if (valid && heads % kvHeads != 0) {
            reject("kv_heads", "%d heads cannot be shared evenly by %d.".formatted(heads, kvHeads));
        }
        Optional<Attention.Latent> latent = latent();
        OptionalInt headDim = number("head_dim", 1, MAX_WIDTH);
        if (valid && headDim.isEmpty() && latent.isEmpty() && hidden > 1 && hidden % heads != 0) {
            reject(
                    "heads",
                    "%s %d cannot be divided by %d heads. Give %s if a head is not %s / %s wide."
                            .formatted(
                                    field("hidden"),
                                    hidden,
                                    heads,
                                    field("head_dim"),
                                    field("hidden"),
                                    field("heads")));
        }
        OptionalInt window = number("window", 1, MAX_TOKENS);
        if (window.isEmpty() && values.containsKey("full_every")) {
            reject(
                    "full_every",
                    "It says which layers have no window, but %s is not given."
                            .formatted(field("window")));
        }
        return new Attention(
                heads,
                kvHeads,
                headDim.orElse(Math.max(1, hidden / heads)),
                latent,
                window,
                number("full_every", 0, MAX_LAYERS).orElse(0),
                flag("qk_norm", false));
    }

    private Optional<Attention.Latent> latent() {
        OptionalInt kvRank = number("kv_rank", 1, MAX_WIDTH);
        if (kvRank.isEmpty()) {
            for (String key : List.of("q_rank", "rope_dim", "nope_dim", "value_dim")) {
                if (values.containsKey(key)) {
                    reject(
                            key,
                            "It belongs to latent attention, but %s is not given."
                                    .formatted(field("kv_rank")));
                }
            }
            return Optional.empty();
        }
        return Optional.of(
                new Attention.Latent(
                        number("q_rank", 1, MAX_WIDTH),
                        kvRank.getAsInt(),
                        required("rope_dim", MAX_WIDTH),
                        required("nope_dim", MAX_WIDTH),
                        required("value_dim", MAX_WIDTH)));
    }

    private Optional<MixtureOfExperts> experts(int layers) {
        int before = catalogErrors.count();
        OptionalInt count = number("experts", 1, MAX_COUNT);
        if (count.isEmpty()) {
            for (String key :
                    List.of("active_experts", "expert_ffn", "shared_experts", "shared_ffn")) {
                if (values.containsKey(key)) {
                    reject(
                            key,
                            "It belongs to experts, but %s is not given."
                                    .formatted(field("experts")));
                }
            }
            return Optional.empty();
        }
        int active = required("active_experts", MAX_COUNT);
        if (catalogErrors.count() == before && active > count.getAsInt()) {
            reject(
                    "active_experts",
                    "%d of %d experts cannot be active.".formatted(active, count.getAsInt()));
        }
        int dense = number("dense_layers", 0, MAX_LAYERS).orElse(0);
        if (layers > 1 && dense > layers) {
            reject("dense_layers", "%d of %d layers cannot be dense.".formatted(dense, layers));
        }
        String width = values.containsKey("expert_ffn") ? "expert_ffn" : "ffn";
        int ffn = required(width, MAX_WIDTH);
        return Optional.of(
                new MixtureOfExperts(
                        count.getAsInt(),
                        Math.min(active, count.getAsInt()),
                        ffn,
                        number("shared_experts", 0, MAX_COUNT)
                                .orElse(values.containsKey("shared_ffn") ? 1 : 0),
                        number("shared_ffn", 1, MAX_WIDTH).orElse(ffn),
                        dense,
                        number("expert_every", 1, MAX_LAYERS).orElse(1)));
    }

    /** The dense width is optional when every layer has experts. */
    private int denseWidth(Optional<MixtureOfExperts> experts, int layers) {
        boolean allExperts =
                experts.filter(it -> it.denseLayers() == 0 && it.every() == 1 && layers > 0)
                        .isPresent();
        return allExperts ? number("ffn", 0, MAX_WIDTH).orElse(0) : required("ffn", MAX_WIDTH);
    }

    private int required(String key, int high) {
        if (!values.containsKey(key)) {
            catalogErrors.add(
                    wholeNumber,
                    field(key),
                    "It is missing: a whole number from 1 to %,d.".formatted(high));
            return 1;
        }
        return number(key, 1, high).orElse(1);
    }

    private OptionalInt number(String key, int low, int high) {
        ConfigValue value = values.get(key);
        if (value == null) {
            return OptionalInt.empty();
        }
        Optional<Long> number = wholeNumber(value.text());
        if (number.filter(it -> it >= low && it <= high).isEmpty()) {
            catalogErrors.add(
                    value.location(),
                    value.field(),
                    "%s is not a whole number from %,d to %,d."
                            .formatted(UntrustedText.quoted(value.text()), low, high));
            return OptionalInt.of(Math.max(1, low));
        }
        return OptionalInt.of(number.get().intValue());
    }

    /** Some programs write 4096.0 for 4096. */
    private static Optional<Long> wholeNumber(String text) {
        Matcher matcher = WHOLE.matcher(text);
        return matcher.matches() ? Optional.of(Long.valueOf(matcher.group(1))) : Optional.empty();
    }

    private boolean flag(String key, boolean defaultValue) {
        ConfigValue value = values.get(key);
        if (value == null) {
            return defaultValue;
        }
        return switch (value.text()) {
            case "yes", "true", "True" -> true;
            case "no", "false", "False" -> false;
            default -> {
                catalogErrors.add(
                        value.location(),
                        value.field(),
                        UntrustedText.quoted(value.text()) + " is not yes or no.");
                yield defaultValue;
            }
        };
    }

    private <E extends Enum<E>> E choice(String key, E[] all, Function<E, String> word) {
        ConfigValue value = values.get(key);
        if (value == null) {
            return all[0];
        }
        List<String> words = Arrays.stream(all).map(word).toList();
        int found = words.indexOf(value.text());
        if (found < 0) {
            catalogErrors.add(
                    value.location(),
                    value.field(),
                    UntrustedText.quoted(value.text())
                            + " is not "
                            + Format.list(words, "or")
                            + "."
                            + SpellingSuggestion.didYouMean(value.text(), words));
        }
        return all[Math.max(0, found)];
    }

    private void reject(String key, String sentence) {
        ConfigValue value = values.get(key);
        catalogErrors.add(value == null ? wholeNumber : value.location(), field(key), sentence);
    }

    private String field(String key) {
        ConfigValue value = values.get(key);
        return value == null ? fieldName.apply(key) : value.field();
    }
}
