package slipway.identity;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map from long keys, a hash array mapped trie: every node has up to 32 children, so among 30,000 entries
 * a lookup takes three or four steps where a binary tree takes fifteen. Every request looks its token up here.
 *
 * <p>The key is first multiplied by an odd constant, which spreads it over all 64 bits and is a bijection. Each level
 * takes five bits, the highest first. (Bagwell, "Ideal hash trees", 2001.)
 */
final class PersistentLongMap<V> {

    private static final long SPREAD = 0x9E3779B97F4A7C15L;
    private static final int BITS = 5;
    private static final int TOP_SHIFT = 64 - BITS;
    private static final PersistentLongMap<?> EMPTY = new PersistentLongMap<>(null);

    private final @Nullable Node<V> root;

    private PersistentLongMap(@Nullable Node<V> root) {
        this.root = root;
    }

    @SuppressWarnings("unchecked") // the empty map holds no values
    static <V> PersistentLongMap<V> empty() {
        return (PersistentLongMap<V>) EMPTY;
    }

    private sealed interface Node<V> {}

    private record Leaf<V>(long key, V value) implements Node<V> {}

    /** Only the present children, in order; the bits tell which positions are present. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Branch<V>(int bits, Node<V>[] nodes) implements Node<V> {

        int index(int bit) {
            return Integer.bitCount(bits & (bit - 1));
        }
    }

    Optional<V> get(long number) {
        long key = number * SPREAD;
        Node<V> node = root;
        for (int shift = TOP_SHIFT; node instanceof Branch<V> branch; shift -= BITS) {
            int bit = bit(key, shift);
            node = (branch.bits & bit) == 0 ? null : branch.nodes[branch.index(bit)];
        }
        return node instanceof Leaf<V> leaf && leaf.key == key
                ? Optional.of(leaf.value)
                : Optional.empty();
    }

    PersistentLongMap<V> with(long number, V value) {
        return new PersistentLongMap<>(put(root, new Leaf<>(number * SPREAD, value), TOP_SHIFT));
    }

    PersistentLongMap<V> without(long number) {
        return get(number).isEmpty()
                ? this
                : new PersistentLongMap<>(remove(root, number * SPREAD, TOP_SHIFT));
    }

    /** The last level takes the remaining four bits. */
    private static int bit(long key, int shift) {
        return 1 << ((shift >= 0 ? key >>> shift : key << -shift) & 31);
    }

    private static <V> Node<V> put(@Nullable Node<V> node, Leaf<V> leaf, int shift) {
        return switch (node) {
            case null -> leaf;
            case Leaf<V> other when other.key == leaf.key -> leaf;
            case Leaf<V> other -> put(branch(other, shift), leaf, shift);
            case Branch<V> branch -> {
                int bit = bit(leaf.key, shift);
                int at = branch.index(bit);
                if ((branch.bits & bit) == 0) {
                    yield new Branch<>(branch.bits | bit, insert(branch.nodes, at, leaf));
                }
                Node<V>[] nodes = branch.nodes.clone();
                nodes[at] = put(nodes[at], leaf, shift - BITS);
                yield new Branch<>(branch.bits, nodes);
            }
        };
    }

    @SuppressWarnings("unchecked") // an array of nodes of this very trie
    private static <V> Branch<V> branch(Leaf<V> only, int shift) {
        return new Branch<>(bit(only.key, shift), (Node<V>[]) new Node<?>[] {only});
    }

    private static <V> Node<V>[] insert(Node<V>[] nodes, int at, Node<V> node) {
        Node<V>[] longer = Arrays.copyOf(nodes, nodes.length + 1);
        System.arraycopy(nodes, at, longer, at + 1, nodes.length - at);
        longer[at] = node;
        return longer;
    }

    private static <V> @Nullable Node<V> remove(@Nullable Node<V> node, long key, int shift) {
        if (!(node instanceof Branch<V> branch)) {
            return null;
        }
        int bit = bit(key, shift);
        int at = branch.index(bit);
        Node<V> below = remove(branch.nodes[at], key, shift - BITS);
        if (below != null) {
            Node<V>[] nodes = branch.nodes.clone();
            nodes[at] = below;
            return new Branch<>(branch.bits, nodes);
        }
        if (branch.nodes.length == 1) {
            return null;
        }
        Node<V>[] shorter = Arrays.copyOf(branch.nodes, branch.nodes.length - 1);
        System.arraycopy(branch.nodes, at + 1, shorter, at, shorter.length - at);
        return new Branch<>(branch.bits ^ bit, shorter);
    }
}
