/**
 * Training on one H200 in eager PyTorch, of which every byte and second was measured.
 *
 * <p>Words: a <em>run</em> is what one accelerator trains, with its micro-batch; its <em>peak</em> is what PyTorch's
 * allocator has given out at most.
 *
 * <p>Front door: {@link slipway.plan.single.SingleGpuModel}.
 *
 * <p>Invariant: what does not fit by the verdict is never called a step that takes long.
 */
@NullMarked
package slipway.plan.single;

import org.jspecify.annotations.NullMarked;
