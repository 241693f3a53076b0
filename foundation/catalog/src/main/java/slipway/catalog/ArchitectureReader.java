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
 * Makes an architecture of numbers by key, wherever they come from: a row of the catalog, a form, or the fields of a
 * config.json, whose names are kept so that a mistake is told under the name that was written. All mistakes are
 * collected; the architecture exists only when there is none.
 */
final class ArchitectureReader {

    /**
     * @param field what the writer called it
     */
    record Given(String field, String text, SourceLocation place) {}

    /** Every key there is, in the order in which people list them. */
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
    private static final int LAYERS = 10_000;
    private static final int WIDTH = 10_000_000;
    private static final int COUNT = 1_000_000;
    private static final int TOKENS = 1_000_000_000;

    private final Map<String, Given> given;
    private final Function<String, String> fieldOf;
    private final SourceLocation whole;
    private final CatalogErrors catalogErrors;

    /**
     * @param fieldOf what the writer would call a key that is missing
     * @param whole where to point when a key is missing
     */
    ArchitectureReader(
            Map<String, Given> given,
            Function<String, String> fieldOf,
            SourceLocation whole,
            CatalogErrors catalogErrors) {
        this.given = given;
        this.fieldOf = fieldOf;
        this.whole = whole;
        this.catalogErrors = catalogErrors;
    }

    /** Empty when something is wrong, which is noted then. */
    Optional<Architecture> read(String name) {
        int before = catalogErrors.count();
        int layers = needed("layers", LAYERS);
        int hidden = needed("hidden", WIDTH);
        Optional<MixtureOfExperts> experts = experts(layers);
        var read =
                new Architecture(
                        name,
                        layers,
                        hidden,
                        needed("vocabulary", TOKENS),
                        needed("context", TOKENS),
                        attention(hidden),
                        denseWidth(experts, layers),
                        yes("gated", true),
                        experts,
                        yes("tied", false),
                        word("norm", Architecture.Norm.values(), Architecture.Norm::word),
                        number("norms", 0, 16).orElse(2),
                        word(
                                "positions",
                                Architecture.Positions.values(),
                                Architecture.Positions::word),
                        word("bias", Architecture.Bias.values(), Architecture.Bias::word));
        if (catalogErrors.count() == before) {
            countable(read);
        }
        return catalogErrors.count() == before ? Optional.of(read) : Optional.empty();
    }

    private void countable(Architecture read) {
        try {
            if (read.parameters() > 0) {
                return;
            }
        } catch (ArithmeticException _) {
            // The sentence below says it.
        }
        catalogErrors.add(
                whole, "", "These numbers make a model with more weights than can be counted.");
    }

    private Attention attention(int hidden) {
        int before = catalogErrors.count();
        int heads = needed("heads", COUNT);
        int kvHeads = number("kv_heads", 1, COUNT).orElse(heads);
        // Numbers that only stand in for wrong ones must not be found wrong again.
        boolean sound = catalogErrors.count() == before;
        if (sound && heads % kvHeads != 0) {
            fault("kv_heads", "%d heads cannot be shared evenly by %d.".formatted(heads, kvHeads));
        }
        Optional<Attention.Latent> latent = latent();
        OptionalInt headDim = number("head_dim", 1, WIDTH);
        if (sound && headDim.isEmpty() && latent.isEmpty() && hidden > 1 && hidden % heads != 0) {
            fault(
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
        OptionalInt window = number("window", 1, TOKENS);
        if (window.isEmpty() && given.containsKey("full_every")) {
            fault(
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
                number("full_every", 0, LAYERS).orElse(0),
                yes("qk_norm", false));
    }

    private Optional<Attention.Latent> latent() {
        OptionalInt kvRank = number("kv_rank", 1, WIDTH);
        if (kvRank.isEmpty()) {
            for (String key : List.of("q_rank", "rope_dim", "nope_dim", "value_dim")) {
                if (given.containsKey(key)) {
                    fault(
                            key,
                            "It belongs to latent attention, but %s is not given."
                                    .formatted(field("kv_rank")));
                }
            }
            return Optional.empty();
        }
        return Optional.of(
                new Attention.Latent(
                        number("q_rank", 1, WIDTH),
                        kvRank.getAsInt(),
                        needed("rope_dim", WIDTH),
                        needed("nope_dim", WIDTH),
                        needed("value_dim", WIDTH)));
    }

    private Optional<MixtureOfExperts> experts(int layers) {
        int before = catalogErrors.count();
        OptionalInt count = number("experts", 1, COUNT);
        if (count.isEmpty()) {
            for (String key : List.of("active_experts", "expert_ffn")) {
                if (given.containsKey(key)) {
                    fault(
                            key,
                            "It belongs to experts, but %s is not given."
                                    .formatted(field("experts")));
                }
            }
            return Optional.empty();
        }
        int active = needed("active_experts", COUNT);
        if (catalogErrors.count() == before && active > count.getAsInt()) {
            fault(
                    "active_experts",
                    "%d of %d experts cannot be active.".formatted(active, count.getAsInt()));
        }
        int dense = number("dense_layers", 0, LAYERS).orElse(0);
        if (layers > 1 && dense > layers) {
            fault("dense_layers", "%d of %d layers cannot be dense.".formatted(dense, layers));
        }
        String width = given.containsKey("expert_ffn") ? "expert_ffn" : "ffn";
        int ffn = needed(width, WIDTH);
        return Optional.of(
                new MixtureOfExperts(
                        count.getAsInt(),
                        Math.min(active, count.getAsInt()),
                        ffn,
                        number("shared_experts", 0, COUNT)
                                .orElse(given.containsKey("shared_ffn") ? 1 : 0),
                        number("shared_ffn", 1, WIDTH).orElse(ffn),
                        dense,
                        number("expert_every", 1, LAYERS).orElse(1)));
    }

    /** Where every layer has experts, nobody has to say how wide the others would be. */
    private int denseWidth(Optional<MixtureOfExperts> experts, int layers) {
        boolean nowhere =
                experts.filter(it -> it.denseLayers() == 0 && it.every() == 1 && layers > 0)
                        .isPresent();
        return nowhere ? number("ffn", 0, WIDTH).orElse(0) : needed("ffn", WIDTH);
    }

    private int needed(String key, int high) {
        if (!given.containsKey(key)) {
            catalogErrors.add(
                    whole,
                    field(key),
                    "It is missing: a whole number from 1 to %,d.".formatted(high));
            return 1;
        }
        return number(key, 1, high).orElse(1);
    }

    private OptionalInt number(String key, int low, int high) {
        Given one = given.get(key);
        if (one == null) {
            return OptionalInt.empty();
        }
        Optional<Long> number = whole(one.text());
        if (number.filter(it -> it >= low && it <= high).isEmpty()) {
            catalogErrors.add(
                    one.place(),
                    one.field(),
                    "%s is not a whole number from %,d to %,d."
                            .formatted(UntrustedText.quoted(one.text()), low, high));
            return OptionalInt.of(Math.max(1, low));
        }
        return OptionalInt.of(number.get().intValue());
    }

    /** Some programs write 4096.0 where they mean 4096. */
    private static Optional<Long> whole(String text) {
        Matcher matcher = WHOLE.matcher(text);
        return matcher.matches() ? Optional.of(Long.valueOf(matcher.group(1))) : Optional.empty();
    }

    private boolean yes(String key, boolean usual) {
        Given one = given.get(key);
        if (one == null) {
            return usual;
        }
        return switch (one.text()) {
            case "yes", "true", "True" -> true;
            case "no", "false", "False" -> false;
            default -> {
                catalogErrors.add(
                        one.place(),
                        one.field(),
                        UntrustedText.quoted(one.text()) + " is not yes or no.");
                yield usual;
            }
        };
    }

    private <E extends Enum<E>> E word(String key, E[] all, Function<E, String> word) {
        Given one = given.get(key);
        if (one == null) {
            return all[0];
        }
        List<String> words = Arrays.stream(all).map(word).toList();
        int found = words.indexOf(one.text());
        if (found < 0) {
            catalogErrors.add(
                    one.place(),
                    one.field(),
                    UntrustedText.quoted(one.text())
                            + " is not "
                            + Format.list(words, "or")
                            + "."
                            + SpellingSuggestion.didYouMean(one.text(), words));
        }
        return all[Math.max(0, found)];
    }

    private void fault(String key, String sentence) {
        Given one = given.get(key);
        catalogErrors.add(one == null ? whole : one.place(), field(key), sentence);
    }

    private String field(String key) {
        Given one = given.get(key);
        return one == null ? fieldOf.apply(key) : one.field();
    }
}
