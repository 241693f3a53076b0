package slipway.plan.training;

import java.util.function.DoubleUnaryOperator;
import slipway.plan.training.RandomTraining.Drawn;

/**
 * The oracle of the memory laws. It places every matrix of a model on every rank, one by one, as the frameworks do, and
 * counts what all ranks hold. It shares no formula with the planner.
 *
 * @param dense parameters outside the routed experts, each counted as often as a rank holds it
 * @param experts the same for routed experts
 */
record RankLedger(double dense, double experts) {

    /** Every rank holds the parts it computes with: each replica has its own copy. */
    static RankLedger replicated(Drawn it) {
        return new RankLedger(
                denseParameters(it) * it.layout().cp() * it.layout().dp(),
                expertParameters(it, _ -> 1));
    }

    /** Each parameter is held once, split among the ranks that would have a copy of it. */
    static RankLedger sharded(Drawn it) {
        return new RankLedger(denseParameters(it), expertParameters(it, holders -> 1 / holders));
    }

    double total() {
        return dense + experts;
    }

    private static double denseParameters(Drawn it) {
        double sum = 0;
        ModelShape shape = it.shape();
        for (int layer = 0; layer < shape.layers(); layer++) {
            sum += attention(shape);
            boolean isDense = !shape.hasExperts() || layer < shape.routed().denseLayers();
            double width =
                    isDense
                            ? shape.feedForward().ffn()
                            : shape.routed().shared() * shape.routed().ffn();
            sum += mlp(shape, width);
        }
        boolean oneTable = shape.tiedEmbeddings() && it.layout().pp() == 1;
        return sum + (oneTable ? 1 : 2) * shape.vocabulary() * shape.hidden();
    }

    /**
     * @param share the part of a slice that one of its holders keeps, by the number of holders
     */
    private static double expertParameters(Drawn it, DoubleUnaryOperator share) {
        ModelShape shape = it.shape();
        ParallelLayout layout = it.layout();
        int ranks = (int) (layout.tp() * layout.cp() * layout.dp());
        int ep = (int) layout.ep();
        int etp = (int) layout.experts().etp();
        int count = (int) shape.routed().count();
        double sum = 0;
        for (int expert = 0; expert < count; expert++) {
            for (int slice = 0; slice < etp; slice++) {
                double holders = 0;
                for (int rank = 0; rank < ranks; rank++) {
                    boolean hasExpert = rank / etp % ep == expert / (count / ep);
                    holders += hasExpert && rank % etp == slice ? 1 : 0;
                }
                sum +=
                        holders
                                * share.applyAsDouble(holders)
                                * mlp(shape, shape.routed().ffn())
                                / etp;
            }
        }
        return sum * (shape.layers() - shape.routed().denseLayers());
    }

    private static double mlp(ModelShape shape, double width) {
        double up = shape.hidden() * width;
        double gate = shape.feedForward().gated() > 0 ? shape.hidden() * width : 0;
        double down = width * shape.hidden();
        return up + gate + down;
    }

    private static double attention(ModelShape shape) {
        double h = shape.hidden();
        double heads = shape.attention().heads();
        ModelShape.Latent latent = shape.attention().latent();
        if (latent.queryRank() > 0) {
            double compressed =
                    h * latent.queryRank() + h * (latent.keyValueRank() + latent.ropeSize());
            double queries = latent.queryRank() * heads * (128 + latent.ropeSize());
            double keysAndValues = latent.keyValueRank() * heads * (128 + 128);
            return compressed + queries + keysAndValues + heads * 128 * h;
        }
        double query = h * heads * shape.attention().headSize();
        double key = h * shape.attention().kvHeads() * shape.attention().headSize();
        return query + 2 * key + query;
    }
}
