package slipway.bench.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NotesTest {

    private final Notes notes = new Notes();

    @BeforeEach
    void two_notes_are_sent_and_one_is_acknowledged() {
        notes.sending("first");
        notes.sending("second");
        notes.acknowledged("first", 2);
    }

    private Notes.Verdict compare(Map<Long, String> kept) {
        return notes.compare(new TreeMap<>(kept));
    }

    @Test
    void a_note_without_an_answer_may_be_there_or_not() {
        assertThat(compare(Map.of(1L, "", 2L, "first")).isCorrect()).isTrue();
        assertThat(compare(Map.of(1L, "", 2L, "first", 3L, "second")).isCorrect()).isTrue();
    }

    @Test
    void an_acknowledged_note_that_is_missing_is_lost() {
        assertThat(compare(Map.of(1L, "", 2L, "second"))).isEqualTo(new Notes.Verdict(1, 0, 0, 0));
    }

    @Test
    void a_note_under_another_number_than_was_answered_is_lost() {
        assertThat(compare(Map.of(1L, "first"))).isEqualTo(new Notes.Verdict(1, 0, 0, 0));
    }

    @Test
    void a_note_that_is_stored_twice_is_duplicated_even_without_an_answer() {
        assertThat(compare(Map.of(1L, "", 2L, "first", 3L, "second", 4L, "second")))
                .isEqualTo(new Notes.Verdict(0, 1, 0, 0));
    }

    @Test
    void a_note_that_no_client_sent_is_unknown() {
        assertThat(compare(Map.of(1L, "third", 2L, "first")))
                .isEqualTo(new Notes.Verdict(0, 0, 1, 0));
    }

    @Test
    void a_missing_number_is_a_gap() {
        assertThat(compare(Map.of(2L, "first", 4L, ""))).isEqualTo(new Notes.Verdict(0, 0, 0, 2));
    }
}
