package slipway.identity;

import slipway.base.PersistentSortedMap;

/** An immutable sorted map of sorted maps without empty inner maps: entries by owner. */
record PersistentNestedMap<A extends Comparable<? super A>, B extends Comparable<? super B>, V>(
        PersistentSortedMap<A, PersistentSortedMap<B, V>> outer) {

    static <A extends Comparable<? super A>, B extends Comparable<? super B>, V>
            PersistentNestedMap<A, B, V> empty() {
        return new PersistentNestedMap<A, B, V>(PersistentSortedMap.empty());
    }

    PersistentSortedMap<B, V> of(A owner) {
        return outer.get(owner).orElse(PersistentSortedMap.empty());
    }

    PersistentNestedMap<A, B, V> with(A owner, B name, V value) {
        return new PersistentNestedMap<>(outer.with(owner, of(owner).with(name, value)));
    }

    PersistentNestedMap<A, B, V> without(A owner, B name) {
        PersistentSortedMap<B, V> left = of(owner).without(name);
        return new PersistentNestedMap<>(
                left.isEmpty() ? outer.without(owner) : outer.with(owner, left));
    }
}
