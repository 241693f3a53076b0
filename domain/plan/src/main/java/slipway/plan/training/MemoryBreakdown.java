package slipway.plan.training;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import slipway.base.Bytes;

/**
 * The peak memory of one accelerator, by what occupies it.
 *
 * @param gathered gathered weights of other ranks, held for the time of a layer
 * @param logits logits and their copies while the loss is computed
 * @param fragmentation memory that the allocator reserves beyond its use, where the framework reports it
 * @param workspace workspace of libraries
 */
public record MemoryBreakdown(
        Bytes weights,
        Bytes gradients,
        Bytes optimizer,
        Bytes gathered,
        Bytes activations,
        Bytes logits,
        Bytes fragmentation,
        Bytes workspace) {

    public Bytes total() {
        return weights.plus(gradients)
                .plus(optimizer)
                .plus(gathered)
                .plus(activations)
                .plus(logits)
                .plus(fragmentation)
                .plus(workspace);
    }

    /** One line of the breakdown. */
    public record Part(String what, Bytes size) {}

    /** Lines in descending size, without empty ones. */
    public List<Part> largestFirst() {
        return Stream.of(
                        new Part("weights", weights),
                        new Part("gradients", gradients),
                        new Part("optimizer", optimizer),
                        new Part("gathered weights", gathered),
                        new Part("activations", activations),
                        new Part("logits", logits),
                        new Part("fragments", fragmentation),
                        new Part("libraries", workspace))
                .filter(it -> it.size.count() > 0)
                .sorted(Comparator.comparing(Part::size).reversed())
                .toList();
    }
}
