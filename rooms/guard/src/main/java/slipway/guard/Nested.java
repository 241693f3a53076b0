package slipway.guard;

import java.util.Optional;
import slipway.base.PersistentSortedMap;

/** A sorted map of sorted maps, without empty ones: what belongs to whom. */
record Nested<A extends Comparable<? super A>, B extends Comparable<? super B>, V>(
        PersistentSortedMap<A, PersistentSortedMap<B, V>> outer) {

    static <A extends Comparable<? super A>, B extends Comparable<? super B>, V>
            Nested<A, B, V> empty() {
        return new Nested<A, B, V>(PersistentSortedMap.empty());
    }

    PersistentSortedMap<B, V> of(A owner) {
        return outer.get(owner).orElse(PersistentSortedMap.empty());
    }

    Optional<V> get(A owner, B name) {
        return of(owner).get(name);
    }

    Nested<A, B, V> with(A owner, B name, V value) {
        return new Nested<>(outer.with(owner, of(owner).with(name, value)));
    }

    Nested<A, B, V> without(A owner, B name) {
        PersistentSortedMap<B, V> left = of(owner).without(name);
        return new Nested<>(left.isEmpty() ? outer.without(owner) : outer.with(owner, left));
    }
}
