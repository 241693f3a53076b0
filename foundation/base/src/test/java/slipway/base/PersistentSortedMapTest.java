package slipway.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import slipway.testkit.Generator;
import slipway.testkit.Property;

/** Compares with the JDK's TreeMap: the same entries after every step, and no older map ever changes. */
class PersistentSortedMapTest {

    /** One change: an entry with a value, or without one to take it out. */
    private record Step(int key, Optional<String> value) {}

    private static final Generator<Step> STEPS =
            choices ->
                    new Step(
                            Generator.ints(0, 60).draw(choices),
                            Generator.strings("abc", 1, 2).optional().draw(choices));

    @Test
    void it_holds_what_a_sorted_map_holds_after_every_step() {
        Property.holds(
                STEPS.list(0, 200),
                steps -> {
                    PersistentSortedMap<Integer, String> persistentSortedMap =
                            PersistentSortedMap.empty();
                    var model = new TreeMap<Integer, String>();
                    for (Step step : steps) {
                        persistentSortedMap = after(persistentSortedMap, step);
                        apply(model, step);
                        assertThat(persistentSortedMap.entries())
                                .containsExactlyElementsOf(model.entrySet());
                        assertThat(persistentSortedMap.size()).isEqualTo(model.size());
                        assertThat(persistentSortedMap.isEmpty()).isEqualTo(model.isEmpty());
                        assertThat(persistentSortedMap.get(step.key()))
                                .isEqualTo(Optional.ofNullable(model.get(step.key())));
                    }
                });
    }

    @Test
    void after_begins_behind_the_key() {
        Property.holds(
                STEPS.list(0, 100).zip(Generator.ints(-1, 61), Map::entry),
                drawn -> {
                    var persistentSortedMap = all(drawn.getKey());
                    var model = new TreeMap<Integer, String>();
                    drawn.getKey().forEach(step -> apply(model, step));
                    int start = drawn.getValue();
                    assertThat(persistentSortedMap.after(start))
                            .containsExactlyElementsOf(model.tailMap(start, false).entrySet());
                });
    }

    @Test
    void an_older_map_stays_what_it_was() {
        Property.holds(
                STEPS.list(0, 60),
                steps -> {
                    var maps = new ArrayList<PersistentSortedMap<Integer, String>>();
                    var texts = new ArrayList<String>();
                    PersistentSortedMap<Integer, String> persistentSortedMap =
                            PersistentSortedMap.empty();
                    for (Step step : steps) {
                        maps.add(persistentSortedMap);
                        texts.add(persistentSortedMap.toString());
                        persistentSortedMap = after(persistentSortedMap, step);
                    }
                    assertThat(maps.stream().map(PersistentSortedMap::toString)).isEqualTo(texts);
                });
    }

    @Test
    void maps_with_the_same_entries_are_equal_however_they_were_made() {
        Property.holds(
                STEPS.list(0, 80),
                steps -> {
                    var one = all(steps);
                    var model = new TreeMap<Integer, String>();
                    steps.forEach(step -> apply(model, step));
                    PersistentSortedMap<Integer, String> other = PersistentSortedMap.empty();
                    for (var entry : model.descendingMap().entrySet()) {
                        other = other.with(entry.getKey(), entry.getValue());
                    }
                    assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
                    assertThat(one.with(99, "x")).isNotEqualTo(other);
                    assertThat(one.with(99, "x")).isNotEqualTo(other.with(99, "y"));
                });
    }

    /** In a perfect tree of a million the longest way is 20; three times as heavy a side allows 48. */
    @Test
    void sorted_input_makes_no_long_ways() {
        PersistentSortedMap<Counted, String> persistentSortedMap = PersistentSortedMap.empty();
        for (int i = 0; i < 1 << 14; i++) {
            persistentSortedMap = persistentSortedMap.with(new Counted(i), "");
        }
        var probe = new Counted(1 << 13);
        assertThat(persistentSortedMap.containsKey(probe)).isTrue();
        assertThat(probe.compared).isLessThan(34);
        for (int i = 0; i < (1 << 14) - 16; i++) {
            persistentSortedMap = persistentSortedMap.without(new Counted(i));
        }
        var last = new Counted((1 << 14) - 1);
        assertThat(persistentSortedMap.containsKey(last)).isTrue();
        assertThat(last.compared).isLessThan(9);
    }

    @Test
    void taking_out_what_is_not_there_gives_the_same_map() {
        PersistentSortedMap<Integer, String> three = PersistentSortedMap.empty();
        for (int i : IntStream.range(0, 3).toArray()) {
            three = three.with(i, "v" + i);
        }
        assertThat(three.without(7)).isSameAs(three);
        assertThat(three.keys()).containsExactly(0, 1, 2);
        assertThat(three.values()).containsExactly("v0", "v1", "v2");
    }

    private static PersistentSortedMap<Integer, String> all(List<Step> steps) {
        PersistentSortedMap<Integer, String> persistentSortedMap = PersistentSortedMap.empty();
        for (Step step : steps) {
            persistentSortedMap = after(persistentSortedMap, step);
        }
        return persistentSortedMap;
    }

    private static PersistentSortedMap<Integer, String> after(
            PersistentSortedMap<Integer, String> persistentSortedMap, Step step) {
        return step.value()
                .map(value -> persistentSortedMap.with(step.key(), value))
                .orElseGet(() -> persistentSortedMap.without(step.key()));
    }

    private static void apply(Map<Integer, String> model, Step step) {
        step.value()
                .ifPresentOrElse(
                        value -> model.put(step.key(), value), () -> model.remove(step.key()));
    }

    /** A number that counts how often it was compared: the length of the way to it. */
    private static final class Counted implements Comparable<Counted> {

        private final int number;
        private int compared;

        Counted(int number) {
            this.number = number;
        }

        @Override
        public int compareTo(Counted other) {
            compared++;
            return Integer.compare(number, other.number);
        }

        @Override
        public boolean equals(@org.jspecify.annotations.Nullable Object other) {
            return other instanceof Counted that && number == that.number;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }
}
