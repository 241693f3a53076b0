package slipway.plan.training;

import slipway.base.Bytes;

/**
 * What one accelerator holds when it holds most.
 *
 * @param gathered weights of other ranks that are there for a while
 * @param logits at the loss, with the copies of them that are there at once
 * @param fragments what the allocator reserves beyond that, where the framework counts it
 * @param fixed work space of libraries
 */
public record Parts(
        Bytes weights,
        Bytes gradients,
        Bytes optimizer,
        Bytes gathered,
        Bytes activations,
        Bytes logits,
        Bytes fragments,
        Bytes fixed) {

    public Bytes sum() {
        return weights.plus(gradients)
                .plus(optimizer)
                .plus(gathered)
                .plus(activations)
                .plus(logits)
                .plus(fragments)
                .plus(fixed);
    }
}
