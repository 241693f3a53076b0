package slipway.guard;

import java.util.Optional;
import slipway.base.Sorted;

/** A sorted map of sorted maps, without empty ones: what belongs to whom. */
record Nested<A extends Comparable<? super A>, B extends Comparable<? super B>, V>(
        Sorted<A, Sorted<B, V>> outer) {

    static <A extends Comparable<? super A>, B extends Comparable<? super B>, V>
            Nested<A, B, V> empty() {
        return new Nested<A, B, V>(Sorted.empty());
    }

    Sorted<B, V> of(A owner) {
        return outer.get(owner).orElse(Sorted.empty());
    }

    Optional<V> get(A owner, B name) {
        return of(owner).get(name);
    }

    Nested<A, B, V> with(A owner, B name, V value) {
        return new Nested<>(outer.with(owner, of(owner).with(name, value)));
    }

    Nested<A, B, V> without(A owner, B name) {
        Sorted<B, V> left = of(owner).without(name);
        return new Nested<>(left.isEmpty() ? outer.without(owner) : outer.with(owner, left));
    }
}
