package slipway.base.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SpellingSuggestionTest {

    private static final List<String> KNOWN =
            List.of("port", "host", "data", "accelerators", "password_file", "up");

    @Test
    void the_word_that_was_meant_is_found() {
        assertEquals(Optional.of("port"), SpellingSuggestion.nearest("prot", KNOWN));
        assertEquals(Optional.of("port"), SpellingSuggestion.nearest("PORT", KNOWN));
        assertEquals(Optional.of("accelerators"), SpellingSuggestion.nearest("acelerator", KNOWN));
        assertEquals(
                Optional.of("password_file"), SpellingSuggestion.nearest("password-file", KNOWN));
        assertEquals(Optional.of("up"), SpellingSuggestion.nearest("upp", KNOWN));
    }

    @Test
    void a_word_that_is_far_from_all_is_left_alone() {
        assertEquals(Optional.empty(), SpellingSuggestion.nearest("flavour", KNOWN));
        assertEquals(Optional.empty(), SpellingSuggestion.nearest("", KNOWN));
        assertEquals(Optional.empty(), SpellingSuggestion.nearest("q".repeat(1_000_000), KNOWN));
    }

    @Test
    void of_two_words_the_one_with_fewer_slips_is_meant_then_the_first_by_alphabet() {
        assertEquals(
                Optional.of("keep_facts"),
                SpellingSuggestion.nearest("keep_fact", List.of("keep_ticks", "keep_facts")));
        assertEquals(Optional.of("bat"), SpellingSuggestion.nearest("aat", List.of("cat", "bat")));
    }

    @Test
    void a_word_begun_or_overdone_is_meant_when_only_one_fits() {
        assertEquals(Optional.of("password_file"), SpellingSuggestion.nearest("password", KNOWN));
        assertEquals(Optional.of("host"), SpellingSuggestion.nearest("hostname", KNOWN));
        assertEquals(
                Optional.empty(),
                SpellingSuggestion.nearest("keep", List.of("keep_ticks", "keep_facts")));
        assertEquals(Optional.empty(), SpellingSuggestion.nearest("a", KNOWN));
    }

    @Test
    void a_slip_is_a_letter_more_less_wrong_or_swapped() {
        assertEquals(0, SpellingSuggestion.editDistance("port", "port"));
        assertEquals(1, SpellingSuggestion.editDistance("porrt", "port"));
        assertEquals(1, SpellingSuggestion.editDistance("prt", "port"));
        assertEquals(1, SpellingSuggestion.editDistance("pont", "port"));
        assertEquals(1, SpellingSuggestion.editDistance("prot", "port"));
        assertEquals(4, SpellingSuggestion.editDistance("", "port"));
        assertEquals(3, SpellingSuggestion.editDistance("ca", "abc"));
    }
}
