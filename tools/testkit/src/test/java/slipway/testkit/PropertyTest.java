package slipway.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import slipway.testkit.Property.Check;

class PropertyTest {

    private static final List<Long> SEEDS = LongStream.rangeClosed(1, 500).boxed().toList();

    @Test
    void a_property_that_holds_passes_and_was_tried_with_every_seed() {
        var tried = new ArrayList<Integer>();

        Property.holds(SEEDS, new Trial<>(Generator.ints(), tried::add));

        assertThat(tried).hasSize(500);
    }

    @Test
    void a_failing_number_is_shrunk_to_the_border() {
        assertThat(counterexample(Generator.ints(), n -> n < 1_000)).isEqualTo(1_000);
        assertThat(counterexample(Generator.ints(), n -> n > -1_000)).isEqualTo(-1_000);
        assertThat(counterexample(Generator.longs(), n -> n < 1L << 40)).isEqualTo(1L << 40);
    }

    @Test
    void a_failing_list_is_shrunk_to_the_elements_that_matter() {
        assertThat(
                        counterexample(
                                Generator.ints().list(),
                                list -> list.stream().noneMatch(n -> n > 100)))
                .containsExactly(101);
        assertThat(counterexample(Generator.ints(0, 1_000_000).list(), list -> list.size() < 4))
                .containsExactly(0, 0, 0, 0);
        assertThat(
                        counterexample(
                                Generator.ints(0, 9).list().list(),
                                lists -> lists.stream().mapToInt(List::size).sum() < 3))
                .isIn(List.of(List.of(0, 0, 0)), List.of(List.of(0), List.of(0, 0)));
    }

    @Test
    void two_numbers_whose_sum_matters_become_one() {
        assertThat(
                        counterexample(
                                Generator.ints(0, 900).list(2, 2),
                                list -> list.get(0) + list.get(1) <= 800))
                .containsExactly(0, 801);
    }

    @Test
    void numbers_whose_sum_matters_become_as_few_as_can_be() {
        assertThat(counterexample(Generator.ints(0, 1_000).list(), list -> sum(list) < 1_500))
                .containsExactly(500, 1_000);
        assertThat(counterexample(Generator.ints(-1_000, 1_000).list(), list -> sum(list) < 1_500))
                .containsExactly(500, 1_000);
    }

    @Test
    void a_failing_text_is_shrunk_to_its_bad_letter() {
        assertThat(counterexample(Generator.strings(), text -> !text.contains("\"")))
                .isEqualTo("\"");
        assertThat(counterexample(Generator.strings(), String::isEmpty)).isEqualTo("a");
        assertThat(counterexample(Generator.strings("abc", 0, 9), text -> text.length() < 3))
                .isEqualTo("aaa");
    }

    @Test
    void a_failing_record_is_shrunk_in_every_part() {
        Generator<Node> nodes =
                choices ->
                        new Node(
                                Generator.strings("abc-", 1, 10).draw(choices),
                                Generator.ints(0, 16).draw(choices),
                                Generator.booleans().draw(choices));

        assertThat(
                        counterexample(
                                nodes.list(),
                                list ->
                                        list.stream()
                                                .noneMatch(
                                                        node -> node.gpus() > 8 && node.drained())))
                .containsExactly(new Node("a", 9, true));
    }

    @Test
    void an_element_made_from_many_choices_is_removed_as_a_whole() {
        var rows = Generator.ints(0, 1_000).list(20, 20);
        var smallest = new ArrayList<>(Collections.nCopies(19, 0));
        smallest.add(901);

        assertThat(
                        counterexample(
                                rows.list(0, 9),
                                table -> table.stream().noneMatch(row -> row.getLast() > 900)))
                .containsExactly(smallest);
    }

    @Test
    void a_value_shrunk_through_map_and_filter_is_still_one_the_generator_draws() {
        var even = Generator.ints(0, 100_000).filter(n -> n % 2 == 0).map(n -> n * 3);

        assertThat(counterexample(even, n -> n < 1_000)).isEqualTo(1_002);
    }

    @Test
    void shrinking_never_slips_to_another_kind_of_failure() {
        Check<Integer> twoBugs =
                n -> {
                    if (n > 5_000) {
                        throw new IllegalStateException("the bug that was found");
                    }
                    if (n > 10) {
                        throw new ArithmeticException("another bug");
                    }
                };
        var trial = new Trial<>(Generator.ints(0, 1_000_000), twoBugs);
        var found = trial.run(Choices.replay(List.of(700_000L))).orElseThrow();

        assertThat(Shrink.smallest(trial, found).value()).isEqualTo(5_001);
    }

    @Test
    void a_failure_shows_the_value_the_cause_and_the_command_that_brings_it_back() {
        var failure =
                catchThrowableOfType(
                        AssertionError.class,
                        () ->
                                Property.holds(
                                        List.of(42L),
                                        new Trial<>(
                                                Generator.strings("abc", 3, 9),
                                                text -> assertThat(text).hasSize(2))));

        assertThat(failure)
                .hasMessageContaining("Does not hold for \"aaa\"")
                .hasMessageContaining("Expected size: 2 but was: 3")
                .hasMessageContaining("shrunk from this")
                .hasMessageEndingWith(
                        "./slipway test --only slipway.testkit.PropertyTest"
                                + "#a_failure_shows_the_value_the_cause_and_the_command_that_brings_it_back --seed 42");
        assertThat(failure.getCause())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Expected size");
    }

    @Test
    void the_seed_in_the_message_fails_again() {
        var trial =
                new Trial<>(
                        Generator.ints(0, 1_000_000),
                        (Integer n) -> assertThat(n % 97).isNotEqualTo(13));
        var failure =
                catchThrowableOfType(AssertionError.class, () -> Property.holds(SEEDS, trial));
        long seed = Long.parseLong(failure.toString().replaceAll("(?s).*--seed ", ""));

        assertThatThrownBy(() -> Property.holds(List.of(seed), trial))
                .hasMessage(failure.getMessage());
    }

    @Test
    void a_filter_that_lets_nothing_through_is_a_failure_not_a_pass() {
        var trial = new Trial<>(Generator.ints().filter(n -> n == 123_456), (Integer _) -> {});

        assertThatThrownBy(() -> Property.holds(SEEDS, trial))
                .hasMessageContaining("a filter is too strict");
    }

    @Test
    void a_generator_that_never_ends_is_given_up() {
        Generator<Integer> endless =
                choices -> {
                    while (true) {
                        choices.upTo(1);
                    }
                };

        assertThatThrownBy(() -> Property.holds(List.of(1L), new Trial<>(endless, _ -> {})))
                .hasMessageContaining("1 of 1");
    }

    @Test
    void shrinking_ends_although_everything_fails() {
        assertThat(counterexample(Generator.strings().list().list(), _ -> false)).isEmpty();
    }

    @Nested
    class InANestedClass {

        @Test
        void the_name_is_quoted_for_the_shell() {
            assertThat(RunningTest.find())
                    .isEqualTo(
                            "'slipway.testkit.PropertyTest$InANestedClass#the_name_is_quoted_for_the_shell'");
        }
    }

    private static <T> T counterexample(Generator<T> generator, Predicate<T> holds) {
        var trial =
                new Trial<T>(
                        generator,
                        value -> {
                            if (!holds.test(value)) {
                                throw new IllegalStateException("does not hold");
                            }
                        });
        return SEEDS.stream()
                .limit(150)
                .map(seed -> trial.run(Choices.random(seed)))
                .flatMap(Optional::stream)
                .map(found -> Shrink.smallest(trial, found).value())
                .reduce(
                        (one, other) -> {
                            assertThat(other)
                                    .as("shrunk from every seed to the same")
                                    .isEqualTo(one);
                            return one;
                        })
                .orElseThrow();
    }

    private static int sum(List<Integer> numbers) {
        return numbers.stream().mapToInt(n -> n).sum();
    }

    record Node(String name, int gpus, boolean drained) {}
}
