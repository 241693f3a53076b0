package slipway.base;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * An immutable sorted map: {@link #with} and {@link #without} return a new map that shares all but a few nodes
 * with the old one. Snapshots consist of such maps, because every commit makes a new snapshot and must not copy
 * all rows for one change, while readers keep the snapshot they took.
 *
 * <p>It is a weight-balanced tree. Each node stores its number of entries, and no subtree outweighs its sibling
 * more than three times, so every path is short. (Adams, "Efficient sets: a balancing act", 1993; the weights 3
 * and
 * 2 are those proved right by Hirai and Yamamoto, 2011.)
 */
public final class PersistentSortedMap<K extends Comparable<? super K>, V>
        implements Iterable<Map.Entry<K, V>> {

    private static final int MAX_WEIGHT_RATIO = 3;
    private static final int DOUBLE_ROTATION_RATIO = 2;
    private static final PersistentSortedMap<?, ?> EMPTY = new PersistentSortedMap<>(null);

    private final @Nullable Node<K, V> root;

    private PersistentSortedMap(@Nullable Node<K, V> root) {
        this.root = root;
    }

    private record Node<K, V>(
            K key, V value, int size, @Nullable Node<K, V> left, @Nullable Node<K, V> right) {}

    @SuppressWarnings("unchecked") // it holds neither keys nor values
    public static <K extends Comparable<? super K>, V> PersistentSortedMap<K, V> empty() {
        return (PersistentSortedMap<K, V>) EMPTY;
    }

    public int size() {
        return size(root);
    }

    public boolean isEmpty() {
        return root == null;
    }

    public Optional<V> get(K key) {
        Node<K, V> node = root;
        while (node != null) {
            int order = key.compareTo(node.key);
            if (order == 0) {
                return Optional.of(node.value);
            }
            node = order < 0 ? node.left : node.right;
        }
        return Optional.empty();
    }

    public boolean containsKey(K key) {
        return get(key).isPresent();
    }

    /** A copy with this entry, which replaces one with the same key. */
    public PersistentSortedMap<K, V> with(K key, V value) {
        return new PersistentSortedMap<>(put(root, key, Objects.requireNonNull(value)));
    }

    /** A copy without the entry of this key; this map when there is none. */
    public PersistentSortedMap<K, V> without(K key) {
        return containsKey(key) ? of(remove(root, key)) : this;
    }

    private static <K extends Comparable<? super K>, V> PersistentSortedMap<K, V> of(
            @Nullable Node<K, V> root) {
        return root == null ? empty() : new PersistentSortedMap<>(root);
    }

    /** Entries after this key, in order, for cursor pagination. */
    public Stream<Map.Entry<K, V>> after(K key) {
        return stream(iteratorAfter(Optional.of(key)));
    }

    public Stream<Map.Entry<K, V>> entries() {
        return stream(iterator());
    }

    public Stream<K> keys() {
        return entries().map(Map.Entry::getKey);
    }

    public Stream<V> values() {
        return entries().map(Map.Entry::getValue);
    }

    @Override
    public Iterator<Map.Entry<K, V>> iterator() {
        return iteratorAfter(Optional.empty());
    }

    private InOrderIterator<K, V> iteratorAfter(Optional<K> start) {
        Deque<Node<K, V>> pending = new ArrayDeque<>();
        Node<K, V> node = root;
        while (node != null) {
            Node<K, V> here = node;
            int order = start.map(key -> key.compareTo(here.key)).orElse(-1);
            if (order < 0) {
                pending.push(node);
            }
            node = order < 0 ? node.left : node.right;
        }
        return new InOrderIterator<>(pending);
    }

    /** In-order traversal; holds the nodes whose right subtree is not visited yet. */
    private record InOrderIterator<K, V>(Deque<Node<K, V>> pending)
            implements Iterator<Map.Entry<K, V>> {

        @Override
        public boolean hasNext() {
            return !pending.isEmpty();
        }

        @Override
        public Map.Entry<K, V> next() {
            if (pending.isEmpty()) {
                throw new NoSuchElementException("That was the last entry");
            }
            Node<K, V> node = pending.pop();
            for (Node<K, V> next = node.right; next != null; next = next.left) {
                pending.push(next);
            }
            return Map.entry(node.key, node.value);
        }
    }

    private static <K, V> Stream<Map.Entry<K, V>> stream(Iterator<Map.Entry<K, V>> entries) {
        int characteristics = Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.DISTINCT;
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(entries, characteristics), false);
    }

    private static int size(@Nullable Node<?, ?> node) {
        return node == null ? 0 : node.size;
    }

    private static <K extends Comparable<? super K>, V> Node<K, V> put(
            @Nullable Node<K, V> node, K key, V value) {
        if (node == null) {
            return new Node<>(key, value, 1, null, null);
        }
        int order = key.compareTo(node.key);
        if (order == 0) {
            return new Node<>(key, value, node.size, node.left, node.right);
        }
        return order < 0
                ? rebalance(node, put(node.left, key, value), node.right)
                : rebalance(node, node.left, put(node.right, key, value));
    }

    private static <K extends Comparable<? super K>, V> @Nullable Node<K, V> remove(
            @Nullable Node<K, V> node, K key) {
        if (node == null) {
            return null;
        }
        int order = key.compareTo(node.key);
        if (order == 0) {
            return join(node.left, node.right);
        }
        return order < 0
                ? rebalance(node, remove(node.left, key), node.right)
                : rebalance(node, node.left, remove(node.right, key));
    }

    /** Joins two siblings whose parent is removed: the first entry of the right one becomes the parent. */
    private static <K, V> @Nullable Node<K, V> join(
            @Nullable Node<K, V> left, @Nullable Node<K, V> right) {
        if (right == null) {
            return left;
        }
        Node<K, V> first = right;
        for (Node<K, V> next = right.left; next != null; next = next.left) {
            first = next;
        }
        return rebalance(first, left, withoutFirst(right));
    }

    private static <K, V> @Nullable Node<K, V> withoutFirst(Node<K, V> node) {
        return node.left == null
                ? node.right
                : rebalance(node, withoutFirst(node.left), node.right);
    }

    /** The entry of {@code middle} over these two sides, which differ by at most one entry from balance. */
    private static <K, V> Node<K, V> rebalance(
            Node<K, V> middle, @Nullable Node<K, V> left, @Nullable Node<K, V> right) {
        if (right != null && outweighs(right, left)) {
            return rotateLeft(middle, left, right);
        }
        if (left != null && outweighs(left, right)) {
            return rotateRight(middle, left, right);
        }
        return node(middle, left, right);
    }

    private static boolean outweighs(@Nullable Node<?, ?> one, @Nullable Node<?, ?> other) {
        return size(one) + size(other) > 1 && size(one) > MAX_WEIGHT_RATIO * size(other);
    }

    private static <K, V> Node<K, V> rotateLeft(
            Node<K, V> middle, @Nullable Node<K, V> left, Node<K, V> right) {
        Node<K, V> inner = right.left;
        if (inner == null || size(inner) < DOUBLE_ROTATION_RATIO * size(right.right)) {
            return node(right, node(middle, left, inner), right.right);
        }
        return node(inner, node(middle, left, inner.left), node(right, inner.right, right.right));
    }

    private static <K, V> Node<K, V> rotateRight(
            Node<K, V> middle, Node<K, V> left, @Nullable Node<K, V> right) {
        Node<K, V> inner = left.right;
        if (inner == null || size(inner) < DOUBLE_ROTATION_RATIO * size(left.left)) {
            return node(left, left.left, node(middle, inner, right));
        }
        return node(inner, node(left, left.left, inner.left), node(middle, inner.right, right));
    }

    private static <K, V> Node<K, V> node(
            Node<K, V> middle, @Nullable Node<K, V> left, @Nullable Node<K, V> right) {
        return new Node<>(middle.key, middle.value, 1 + size(left) + size(right), left, right);
    }

    /** Equality of entries, independent of the order of insertion. */
    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof PersistentSortedMap<?, ?> that) || size() != that.size()) {
            return false;
        }
        var mine = iterator();
        var theirs = that.iterator();
        while (mine.hasNext()) {
            if (!mine.next().equals(theirs.next())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int sum = 0;
        for (var entry : this) {
            sum += entry.hashCode();
        }
        return sum;
    }

    @Override
    public String toString() {
        var text = new StringBuilder("{");
        for (var entry : this) {
            text.append(text.length() > 1 ? ", " : "").append(entry);
        }
        return text.append('}').toString();
    }
}
