package slipway.plan.training;

/**
 * How a training step is spread over accelerators: tensor parallel, pipeline parallel, context parallel, expert
 * parallel and data parallel.
 *
 * @param all accelerators
 * @param tensor parts that a matrix is cut into; the others are parts of the layers, of their stages in turn, of the
 *     sequence, of the experts
 * @param data copies that see different sequences
 * @param domain so many accelerators share the fast link
 */
record ParallelLayout(
        double all,
        double tensor,
        double pipeline,
        double interleaved,
        double context,
        double expert,
        double data,
        double domain) {

    /** Ranks that a fully sharded weight is spread over. */
    double group() {
        return data * context;
    }

    ParallelLayout withTensor(double parts) {
        return new ParallelLayout(all, parts, pipeline, interleaved, context, expert, data, domain);
    }

    ParallelLayout withExpert(double parts) {
        return new ParallelLayout(all, tensor, pipeline, interleaved, context, parts, data, domain);
    }

    /** As many copies as that leaves. */
    ParallelLayout cut(double accelerators, double parts, double stages) {
        return new ParallelLayout(
                accelerators,
                parts,
                stages,
                stages == pipeline ? interleaved : 1,
                context,
                expert,
                accelerators / (parts * stages * context),
                domain);
    }

    /** The copies follow from what is left; where they are more than the sequences, sequences are cut. */
    ParallelLayout spread(double globalBatch) {
        double copies = Math.max(1, all / (tensor * pipeline * context));
        boolean few = globalBatch > 0 && copies > globalBatch;
        return new ParallelLayout(
                all,
                tensor,
                pipeline,
                interleaved,
                few ? context * copies / globalBatch : context,
                expert,
                few ? globalBatch : copies,
                domain);
    }
}
