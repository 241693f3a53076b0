package slipway.audit;

import java.util.List;
import java.util.Optional;

/**
 * An inclusion proof: the hashes that lead from a leaf to the root of the Merkle tree at a given size (RFC 6962).
 *
 * @param index of the leaf, from 0
 * @param size of the tree
 * @param path from the leaf up
 */
public record InclusionProof(long index, long size, List<Sha256Hash> path) {

    public InclusionProof {
        path = List.copyOf(path);
    }

    /** One step up: the sibling hash, and whether it is the left child. */
    public record Step(Sha256Hash sibling, boolean left) {}

    /** Whether the path leads from this leaf to this root. Pure: it needs no server. */
    public boolean holds(Sha256Hash leaf, Sha256Hash root) {
        return root(leaf).filter(root::equals).isPresent();
    }

    /** The root to which the path leads from this leaf; empty if the path has the wrong length (RFC 9162, 2.1.3.2). */
    public Optional<Sha256Hash> root(Sha256Hash leaf) {
        Optional<List<Step>> steps = steps();
        if (steps.isEmpty()) {
            return Optional.empty();
        }
        Sha256Hash at = leaf;
        for (Step step : steps.get()) {
            at =
                    step.left()
                            ? Sha256Hash.node(step.sibling(), at)
                            : Sha256Hash.node(at, step.sibling());
        }
        return Optional.of(at);
    }

    /** The path with the side of each sibling; empty if the path has the wrong length. */
    public Optional<List<Step>> steps() {
        if (index < 0 || index >= size) {
            return Optional.empty();
        }
        List<Step> steps = new java.util.ArrayList<>();
        long at = index;
        long last = size - 1;
        for (Sha256Hash sibling : path) {
            if (last == 0) {
                return Optional.empty();
            }
            boolean left = (at & 1) == 1 || at == last;
            // At the right edge, a subtree without a sibling is promoted unchanged.
            while (left && (at & 1) == 0 && at != 0) {
                at >>= 1;
                last >>= 1;
            }
            steps.add(new Step(sibling, left));
            at >>= 1;
            last >>= 1;
        }
        return last == 0 ? Optional.of(List.copyOf(steps)) : Optional.empty();
    }
}
