package slipway.plan.training;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import slipway.catalog.Architecture;
import slipway.catalog.Attention;
import slipway.catalog.Catalog;
import slipway.catalog.MixtureOfExperts;
import slipway.plan.table.BundledTable;
import slipway.plan.table.StatedValues;

/**
 * Finds the shape of a model: from stated numbers, else from the file models.tsv with the models of the fit, else from
 * the catalog. The file also completes stated numbers for which tables have no column.
 */
final class ModelShapes {

    private final Catalog catalog;
    private final Map<String, BundledTable.Line> fitted = new HashMap<>();

    ModelShapes(Catalog catalog) {
        this.catalog = catalog;
        BundledTable.table("models.tsv").forEach(line -> fitted.put(line.text("model"), line));
    }

    Optional<ModelShape> of(StatedValues statedValues) {
        String model = statedValues.text("model");
        BundledTable.Line line = fitted.getOrDefault(model, new BundledTable.Line(Map.of()));
        if (statedValues.has("layers")) {
            return Optional.of(fromStated(statedValues, line));
        }
        return line.cells().containsKey("layers")
                ? Optional.of(fromTable(line))
                : catalog.models().find(model).map(ModelShapes::of);
    }

    private ModelShape fromStated(StatedValues statedValues, BundledTable.Line line) {
        double hidden = statedValues.number("hidden", 0);
        double heads = statedValues.number("heads", 0);
        ModelShape untied =
                new ModelShape(
                        statedValues.number("layers", 0),
                        hidden,
                        statedValues.number("vocab", 32_000),
                        new ModelShape.AttentionShape(
                                heads,
                                statedValues.number("kv_heads", heads),
                                line.number("head", hidden / heads),
                                latent(line),
                                window(line)),
                        new ModelShape.FeedForward(
                                statedValues.number("ffn", 0),
                                statedValues.number("gated_mlp", 1),
                                new ModelShape.Routed(
                                        statedValues.number("moe_experts", 0),
                                        statedValues.number("moe_topk", 0),
                                        statedValues.number("moe_ffn", 0),
                                        line.number("shared", 0),
                                        line.number("dense", 0))),
                        0,
                        line.number("travel", hidden),
                        false);
        return untied.withTiedEmbeddings(isTied(statedValues, untied));
    }

    /** Whether embeddings are tied: by the stated number of parameters, else by the catalog's model of that name. */
    private boolean isTied(StatedValues statedValues, ModelShape untied) {
        double table = untied.vocabulary() * untied.hidden();
        double two = LayerFlops.of(untied, 1).parameters(untied);
        double counted = statedValues.number("params", 0);
        if (counted > 0) {
            return Math.abs(two - table - counted) < Math.abs(two - counted);
        }
        return catalog.models()
                .find(statedValues.text("model"))
                .map(it -> it.embeddings().tied())
                .orElse(false);
    }

    private static ModelShape fromTable(BundledTable.Line line) {
        return new ModelShape(
                line.number("layers"),
                line.number("hidden"),
                line.number("vocab"),
                new ModelShape.AttentionShape(
                        line.number("heads"),
                        line.number("kv"),
                        line.number("head"),
                        latent(line),
                        window(line)),
                new ModelShape.FeedForward(
                        line.number("ffn"),
                        line.number("gated"),
                        new ModelShape.Routed(
                                line.number("experts"),
                                line.number("topk"),
                                line.number("moe_ffn"),
                                line.number("shared", 0),
                                line.number("dense", 0))),
                line.number("gflop"),
                line.number("travel", line.number("hidden")),
                line.text("model").startsWith("gemma"));
    }

    private static ModelShape.Latent latent(BundledTable.Line line) {
        return new ModelShape.Latent(
                line.number("rank_q", 0), line.number("rank_kv", 0), line.number("rope", 0));
    }

    private static ModelShape.Window window(BundledTable.Line line) {
        return new ModelShape.Window(line.number("window", 0), line.number("full_every", 0));
    }

    static ModelShape of(Architecture model) {
        return new ModelShape(
                model.layers(),
                model.hidden(),
                model.embeddings().vocabulary(),
                attention(model.attention()),
                new ModelShape.FeedForward(
                        model.feedForward().width(),
                        model.feedForward().gated() ? 1 : 0,
                        model.feedForward()
                                .experts()
                                .map(it -> routed(model, it))
                                .orElse(ModelShape.Routed.NONE)),
                0,
                model.hidden(),
                model.embeddings().tied());
    }

    private static ModelShape.AttentionShape attention(Attention attention) {
        return new ModelShape.AttentionShape(
                attention.heads(),
                attention.kvHeads(),
                attention.headDim(),
                attention
                        .latent()
                        .filter(it -> it.qRank().isPresent())
                        .map(ModelShapes::latent)
                        .orElse(ModelShape.Latent.NONE),
                new ModelShape.Window(attention.window().orElse(0), attention.fullEvery()));
    }

    private static ModelShape.Latent latent(Attention.Latent latent) {
        return new ModelShape.Latent(
                latent.qRank().orElseThrow(), latent.kvRank(), latent.ropeDim());
    }

    private static ModelShape.Routed routed(Architecture model, MixtureOfExperts experts) {
        return new ModelShape.Routed(
                experts.count(),
                experts.active(),
                experts.ffn(),
                (double) experts.shared() * experts.sharedFfn() / experts.ffn(),
                model.layers() - model.expertLayers());
    }
}
