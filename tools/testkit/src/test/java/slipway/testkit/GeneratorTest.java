package slipway.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GeneratorTest {

    @Test
    void the_same_seed_draws_the_same_value() {
        var generator = Generator.strings().zip(Generator.longs().list(), Pair::new);

        assertThat(generator.draw(Choices.random(7))).isEqualTo(generator.draw(Choices.random(7)));
        assertThat(generator.draw(Choices.random(7)))
                .isNotEqualTo(generator.draw(Choices.random(8)));
    }

    @Test
    void a_value_is_made_from_its_choices_alone() {
        var generator = Generator.strings().zip(Generator.longs().list(), Pair::new);
        for (long seed = 1; seed <= 200; seed++) {
            var choices = Choices.random(seed);
            var drawn = generator.draw(choices);

            assertThat(generator.draw(Choices.replay(choices.made()))).isEqualTo(drawn);
        }
    }

    @Test
    void no_choices_at_all_draw_the_simplest_value() {
        assertThat(simplest(Generator.ints())).isZero();
        assertThat(simplest(Generator.ints(3, 9))).isEqualTo(3);
        assertThat(simplest(Generator.ints(-9, -3))).isEqualTo(-3);
        assertThat(simplest(Generator.booleans())).isFalse();
        assertThat(simplest(Generator.choice("first", "second"))).isEqualTo("first");
        assertThat(simplest(Generator.strings())).isEmpty();
        assertThat(simplest(Generator.strings("xyz", 2, 5))).isEqualTo("xx");
        assertThat(simplest(Generator.ints().list())).isEmpty();
        assertThat(simplest(Generator.ints().list(2, 4))).containsExactly(0, 0);
        assertThat(simplest(Generator.ints().optional())).isEqualTo(Optional.empty());
    }

    @Test
    void numbers_stay_in_their_range_and_reach_both_ends() {
        assertThat(drawn(Generator.longs(-3, 2)))
                .containsExactlyInAnyOrder(-3L, -2L, -1L, 0L, 1L, 2L);
        assertThat(drawn(Generator.longs())).contains(Long.MIN_VALUE, Long.MAX_VALUE, 0L, -1L);
        assertThat(drawn(Generator.longs(Long.MIN_VALUE, -5)))
                .contains(Long.MIN_VALUE, -5L)
                .allMatch(n -> n <= -5);
        assertThat(drawn(Generator.longs(5, Long.MAX_VALUE)))
                .contains(Long.MAX_VALUE, 5L)
                .allMatch(n -> n >= 5);
        assertThat(drawn(Generator.ints())).contains(Integer.MIN_VALUE, Integer.MAX_VALUE);
        assertThatThrownBy(() -> Generator.ints(2, 1)).hasMessageContaining("between 2 and 1");
    }

    @Test
    void lists_have_every_length_they_may_have() {
        assertThat(drawn(Generator.booleans().list(1, 4).map(List::size)))
                .containsExactlyInAnyOrder(1, 2, 3, 4);
        assertThat(drawn(Generator.booleans().list(3, 3).map(List::size))).containsExactly(3);
        assertThat(drawn(Generator.booleans().list(0, 0))).containsExactly(List.of());
    }

    @Test
    void weights_make_some_values_more_frequent() {
        var generator =
                Generator.weighted(
                        Generator.weight(9, Generator.always("often")),
                        Generator.weight(1, Generator.always("seldom")));
        long seldom = all(generator).filter("seldom"::equals).count();

        assertThat(seldom).isBetween(100L, 300L);
    }

    @Test
    void one_of_several_generators_draws() {
        assertThat(drawn(Generator.<Object>oneOf(Generator.ints(1, 2), Generator.always("x"))))
                .containsExactlyInAnyOrder(1, 2, "x");
    }

    @Test
    void what_is_drawn_later_may_depend_on_what_was_drawn_before() {
        var generator =
                Generator.ints(1, 5).flatMap(max -> Generator.ints(0, max).map(n -> n <= max));

        assertThat(drawn(generator)).containsExactly(true);
    }

    @Test
    void a_filter_lets_only_the_wanted_through() {
        assertThat(all(Generator.ints(0, 9).filter(n -> n % 2 == 0))).allMatch(n -> n % 2 == 0);
    }

    @Test
    void strings_are_valid_text_and_contain_what_breaks_programs() {
        var texts = all(Generator.strings()).toList();

        assertThat(texts)
                .allMatch(
                        text ->
                                new String(
                                                text.getBytes(StandardCharsets.UTF_8),
                                                StandardCharsets.UTF_8)
                                        .equals(text));
        for (String nasty : List.of("\u0000", "\"", "\n", "../", "\u202e", "😀", "e\u0301", "İ")) {
            assertThat(texts).anyMatch(text -> text.contains(nasty));
        }
    }

    @Test
    void what_is_shown_has_nothing_hidden_in_it() {
        assertThat(Text.shown("a\u202eb\n")).isEqualTo("\"a\\u{202e}b\\u{a}\"");
        assertThat(Text.shown(List.of("x y", "\u00a0"))).isEqualTo("[x y, \\u{a0}]");
    }

    private static <T> T simplest(Generator<T> generator) {
        return generator.draw(Choices.replay(List.of()));
    }

    private static <T> Set<T> drawn(Generator<T> generator) {
        return new HashSet<>(all(generator).toList());
    }

    private static <T> Stream<T> all(Generator<T> generator) {
        return LongStream.rangeClosed(1, 2_000)
                .mapToObj(seed -> generator.draw(Choices.random(seed)));
    }

    record Pair(String text, List<Long> numbers) {}
}
