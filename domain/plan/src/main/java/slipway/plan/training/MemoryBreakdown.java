package slipway.plan.training;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import slipway.base.Bytes;

/**
 * What one accelerator holds when it holds most.
 *
 * @param gathered weights of other ranks that are there for a while
 * @param logits at the loss, with the copies of them that are there at once
 * @param fragments what the allocator reserves beyond that, where the framework counts it
 * @param fixed work space of libraries
 */
public record MemoryBreakdown(
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

    /** One line of it. */
    public record Part(String what, Bytes size) {}

    /** The largest first, without those that are nothing. */
    public List<Part> list() {
        return Stream.of(
                        new Part("weights", weights),
                        new Part("gradients", gradients),
                        new Part("optimizer", optimizer),
                        new Part("gathered weights", gathered),
                        new Part("activations", activations),
                        new Part("logits", logits),
                        new Part("fragments", fragments),
                        new Part("libraries", fixed))
                .filter(it -> it.size.count() > 0)
                .sorted(Comparator.comparing(Part::size).reversed())
                .toList();
    }
}
