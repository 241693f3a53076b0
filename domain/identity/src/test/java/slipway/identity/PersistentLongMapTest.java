package slipway.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.testkit.Generator;
import slipway.testkit.Property;

/** Compared with a {@link HashMap}. */
class PersistentLongMapTest {

    /** One change: a number with a value to store, or without one to remove it. */
    private record Step(long number, Optional<String> value) {}

    private static final Generator<Step> STEPS =
            choices ->
                    new Step(
                            Generator.oneOf(Generator.longs(0, 40), Generator.longs())
                                    .draw(choices),
                            Generator.strings("abc", 1, 2).optional().draw(choices));

    @Test
    void it_equals_a_hash_map_after_every_step_and_older_versions_do_not_change() {
        Property.holds(
                STEPS.list(0, 200),
                steps -> {
                    PersistentLongMap<String> persistentLongMap = PersistentLongMap.empty();
                    Map<Long, String> model = new HashMap<>();
                    for (Step step : steps) {
                        PersistentLongMap<String> before = persistentLongMap;
                        Optional<String> had = persistentLongMap.get(step.number());
                        persistentLongMap =
                                step.value()
                                        .map(value -> before.with(step.number(), value))
                                        .orElseGet(() -> before.without(step.number()));
                        step.value()
                                .ifPresentOrElse(
                                        value -> model.put(step.number(), value),
                                        () -> model.remove(step.number()));
                        assertThat(before.get(step.number())).isEqualTo(had);
                        for (Step other : steps) {
                            assertThat(persistentLongMap.get(other.number()))
                                    .isEqualTo(Optional.ofNullable(model.get(other.number())));
                        }
                    }
                });
    }

    /** Numbers whose hashed keys differ only in the last four bits, which takes the deepest path. */
    @Test
    void numbers_that_differ_only_in_the_last_bits_are_stored_apart() {
        long back = 0xF1DE83E19937733DL; // the inverse of the multiplier
        PersistentLongMap<String> persistentLongMap = PersistentLongMap.empty();
        for (long i = 0; i < 16; i++) {
            persistentLongMap = persistentLongMap.with(i * back, "v" + i);
        }
        for (long i = 0; i < 16; i++) {
            assertThat(persistentLongMap.get(i * back)).contains("v" + i);
            persistentLongMap = persistentLongMap.without(i * back);
            assertThat(persistentLongMap.get(i * back)).isEmpty();
        }
    }
}
