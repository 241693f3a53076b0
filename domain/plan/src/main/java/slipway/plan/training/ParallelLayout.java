package slipway.plan.training;

/**
 * How a training step is spread over accelerators: tensor parallel (tp), pipeline parallel (pp), context parallel (cp),
 * expert parallel (ep) and data parallel (dp). Expert-parallel ranks are taken from the data-parallel and
 * context-parallel ones.
 *
 * @param accelerators all accelerators: tp x pp x cp x dp
 * @param tp ranks that share each matrix
 * @param dp replicas, each with its own sequences
 * @param scaleUpDomain accelerators that share the scale-up link
 */
record ParallelLayout(
        double accelerators,
        double tp,
        double pp,
        double virtualStages,
        double cp,
        double ep,
        double dp,
        double scaleUpDomain) {

    /** The ranks over which fully sharded weights are spread: dp x cp. */
    double shardingGroup() {
        return dp * cp;
    }

    ParallelLayout withTp(double parts) {
        return new ParallelLayout(
                accelerators, parts, pp, virtualStages, cp, ep, dp, scaleUpDomain);
    }

    ParallelLayout withEp(double parts) {
        return new ParallelLayout(
                accelerators, tp, pp, virtualStages, cp, parts, dp, scaleUpDomain);
    }

    /** The same layout with another number of accelerators, tp and pp; data parallelism takes the rest. */
    ParallelLayout resized(double accelerators, double parts, double stages) {
        return new ParallelLayout(
                accelerators,
                parts,
                stages,
                stages == pp ? virtualStages : 1,
                cp,
                ep,
                accelerators / (parts * stages * cp),
                scaleUpDomain);
    }

    /**
     * Derives dp from the remaining accelerators; where that exceeds the sequences of a step, context parallelism takes
     * the quotient.
     */
    ParallelLayout withDataParallel(double globalBatch) {
        double copies = Math.max(1, accelerators / (tp * pp * cp));
        boolean few = globalBatch > 0 && copies > globalBatch;
        return new ParallelLayout(
                accelerators,
                tp,
                pp,
                virtualStages,
                few ? cp * copies / globalBatch : cp,
                ep,
                few ? globalBatch : copies,
                scaleUpDomain);
    }
}
