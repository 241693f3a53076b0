package slipway.plan.serving;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import slipway.catalog.Architecture;
import slipway.catalog.Attention;
import slipway.catalog.Catalog;
import slipway.catalog.MixtureOfExperts;
import slipway.plan.table.BundledTable;

/**
 * Finds served models by name: in the file serve_models.tsv, whose lines match all names that contain their sign, else
 * in the catalog.
 */
final class ServedModels {

    /** Signs that identify a size of Llama only. */
    private static final Set<String> LLAMAS = Set.of("8b", "70b", "405b");

    private static final double LATENT_QUERIES = 1_536;
    private static final double LATENT_KEYS = 512;
    private static final double LATENT_ROPE = 64;
    private static final double LATENT_HEAD = 128;

    /** Tolerance of parameter counts, since norms are not counted everywhere. */
    private static final double CLOSE = 0.03;

    private final Catalog catalog;
    private final Map<String, ServedModel> measured = new LinkedHashMap<>();

    ServedModels(Catalog catalog) {
        this.catalog = catalog;
        BundledTable.table("serve_models.tsv")
                .forEach(line -> measured.put(line.text("sign"), fromLine(line)));
    }

    Optional<ServedModel> find(String model) {
        String name = model.toLowerCase(Locale.ROOT);
        return measured.entrySet().stream()
                .filter(it -> matchesSign(it.getKey(), name))
                .map(Map.Entry::getValue)
                .findFirst()
                .or(() -> catalog.models().find(model).map(ServedModels::of));
    }

    /** A measured model by its key. */
    ServedModel byKey(String key) {
        return measured.values().stream()
                .filter(servedModel -> servedModel.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("serve_models.tsv has no " + key));
    }

    /** The measured model with the same shape, whatever its name; else the model itself. */
    ServedModel matching(Architecture model) {
        ServedModel own = of(model);
        return measured.values().stream()
                .filter(it -> it.layers() == own.layers() && it.hidden() == own.hidden())
                .filter(it -> it.attention().perToken() == own.attention().perToken())
                .filter(it -> isClose(it.parameters().active(), own.parameters().active()))
                .filter(it -> isClose(it.parameters().multiplied(), own.parameters().multiplied()))
                .findFirst()
                .map(
                        it ->
                                new ServedModel(
                                        it.key(),
                                        it.layers(),
                                        it.hidden(),
                                        it.parameters(),
                                        own.attention()))
                .orElse(own);
    }

    private static boolean isClose(double one, double other) {
        return Math.abs(one / other - 1) < CLOSE;
    }

    private static boolean matchesSign(String sign, String name) {
        // A distilled model has the shape of the student, not of the teacher in its name.
        return name.contains(sign)
                && (!LLAMAS.contains(sign) || name.contains("llama"))
                && !(sign.startsWith("deepseek") && name.contains("distill"));
    }

    private static ServedModel fromLine(BundledTable.Line line) {
        double layers = line.number("layers");
        double hidden = line.number("hidden");
        double heads = line.number("heads");
        double experts = line.number("experts");
        double perWidth = line.number("matrices") * hidden;
        double shared = line.number("shared") * line.number("moe_ffn");
        boolean latent = line.number("latent") > 0;
        double keys = 2 * line.number("kv") * line.number("head");
        double attention = latent ? latent(hidden, heads) : attention(hidden, keys, line);
        double expertWidth = line.number("topk") * line.number("moe_ffn") + shared;
        double head = line.number("vocab") * hidden;
        double always = experts > 0 ? shared : line.number("ffn");
        return new ServedModel(
                line.text("key"),
                layers,
                hidden,
                new ServedModel.Parameters(
                        layers
                                        * (attention
                                                + perWidth
                                                        * (experts > 0
                                                                ? expertWidth
                                                                : line.number("ffn")))
                                + head,
                        layers * (attention + perWidth * always) + head,
                        layers * perWidth * line.number("moe_ffn") * experts,
                        experts > 0 ? line.number("topk") / experts : 0,
                        head),
                new ServedModel.ServedAttention(
                        (int) heads,
                        latent ? 1 : line.number("kv"),
                        latent ? line.number("latent") : keys,
                        line.number("window", 0),
                        line.number("full_every", 0)));
    }

    private static double attention(double hidden, double keys, BundledTable.Line line) {
        return hidden * (2 * line.number("heads") * line.number("head") + keys);
    }

    private static double latent(double hidden, double heads) {
        return hidden * LATENT_QUERIES
                + LATENT_QUERIES * heads * (LATENT_HEAD + LATENT_ROPE)
                + hidden * (LATENT_KEYS + LATENT_ROPE)
                + LATENT_KEYS * heads * 2 * LATENT_HEAD
                + heads * LATENT_HEAD * hidden;
    }

    static ServedModel of(Architecture model) {
        double looked =
                model.embeddings().tied()
                        ? 0
                        : (double) model.embeddings().vocabulary() * model.hidden();
        double routed = model.feedForward().experts().map(it -> routed(model, it)).orElse(0.0);
        return new ServedModel(
                model.name(),
                model.layers(),
                model.hidden(),
                new ServedModel.Parameters(
                        model.multipliedParameters(),
                        model.parameters() - looked - routed,
                        routed,
                        model.feedForward()
                                .experts()
                                .map(it -> (double) it.active() / it.count())
                                .orElse(0.0),
                        looked),
                attention(model.attention()));
    }

    private static ServedModel.ServedAttention attention(Attention attention) {
        return new ServedModel.ServedAttention(
                attention.heads(),
                attention.latent().isPresent() ? 1 : attention.kvHeads(),
                attention.kvCacheValuesPerToken(),
                attention.window().orElse(0),
                attention.fullEvery());
    }

    private static double routed(Architecture model, MixtureOfExperts mixtureOfExperts) {
        double expert =
                (model.feedForward().gated() ? 3.0 : 2.0) * model.hidden() * mixtureOfExperts.ffn();
        return model.expertLayers() * expert * mixtureOfExperts.count();
    }
}
