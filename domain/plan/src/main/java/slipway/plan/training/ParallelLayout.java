package slipway.plan.training;

/**
 * How a training step is spread over accelerators: tensor parallel (tp), pipeline parallel (pp), context parallel (cp),
 * data parallel (dp), and for mixtures of experts expert parallel (ep).
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
        ExpertLayout experts,
        double dp,
        double scaleUpDomain) {

    /**
     * How the routed experts of a layer are spread. Their ranks are taken from the tensor-parallel, context-parallel
     * and data-parallel ones of a pipeline stage ("parallel folding" in Megatron-Core, the {@code efsdp} mesh in
     * torchtitan).
     *
     * @param ep ranks over which the experts are distributed
     * @param etp ranks that share each matrix of an expert (expert tensor parallel)
     */
    record ExpertLayout(double ep, double etp) {

        static final ExpertLayout NONE = new ExpertLayout(1, 1);
    }

    double ep() {
        return experts.ep;
    }

    /** The ranks over which fully sharded weights are spread: dp x cp. */
    double shardingGroup() {
        return dp * cp;
    }

    /** Expert data parallel (edp): the ranks of a pipeline stage that have the same experts. */
    double expertShardingGroup() {
        return tp * cp * dp / (experts.ep * experts.etp);
    }

    ParallelLayout withTp(double parts) {
        return new ParallelLayout(
                accelerators, parts, pp, virtualStages, cp, experts, dp, scaleUpDomain);
    }

    ParallelLayout withEp(double parts) {
        return new ParallelLayout(
                accelerators,
                tp,
                pp,
                virtualStages,
                cp,
                new ExpertLayout(parts, experts.etp),
                dp,
                scaleUpDomain);
    }

    /** The same layout with another number of accelerators, tp and pp; data parallelism takes the rest. */
    ParallelLayout resized(double accelerators, double parts, double stages) {
        return new ParallelLayout(
                accelerators,
                parts,
                stages,
                stages == pp ? virtualStages : 1,
                cp,
                experts,
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
                experts,
                few ? globalBatch : copies,
                scaleUpDomain);
    }
}
