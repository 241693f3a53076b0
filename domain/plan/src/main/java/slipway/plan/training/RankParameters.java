package slipway.plan.training;

/**
 * The parameters of one pipeline stage on one rank, before any sharding over its replicas.
 *
 * @param dense all but routed experts: tensor parallelism divides them, dp x cp ranks have the same ones
 * @param experts routed experts: expert parallelism and expert tensor parallelism divide them
 */
record RankParameters(double dense, double experts, ParallelLayout layout) {

    /** One layer. */
    static RankParameters ofLayer(
            ModelShape modelShape, LayerFlops layerFlops, ParallelLayout layout) {
        return new RankParameters(
                layerFlops.denseParameters(modelShape) / layout.tp(),
                layerFlops.expertParameters(modelShape) / (layout.ep() * layout.experts().etp()),
                layout);
    }

    RankParameters times(double count) {
        return new RankParameters(count * dense, count * experts, layout);
    }

    RankParameters plusDense(double more) {
        return new RankParameters(dense + more, experts, layout);
    }

    double whole() {
        return dense + experts;
    }

    /** What each rank keeps when its replicas share one copy. */
    double sharded() {
        return dense / layout.shardingGroup() + experts / layout.expertShardingGroup();
    }

    /** What it keeps when only data-parallel replicas share the dense parameters. */
    double shardedOverDp() {
        return dense / layout.dp() + experts / layout.expertShardingGroup();
    }

    /** What it receives when all shards are gathered. */
    double received() {
        return whole() - sharded();
    }
}
