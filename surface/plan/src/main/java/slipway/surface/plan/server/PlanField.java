package slipway.surface.plan.server;

import java.util.List;
import java.util.Optional;

/**
 * One field of the form.
 *
 * @param sample an example, shown while it is empty
 * @param note a short text below it
 * @param wrong the mistake in its value
 * @param choices the values to choose from, instead of typing
 * @param list the id of a list of suggestions
 */
public record PlanField(
        String name,
        String label,
        String value,
        String sample,
        Optional<String> note,
        Optional<String> wrong,
        List<String> choices,
        Optional<String> list) {

    public PlanField {
        choices = List.copyOf(choices);
    }

    static PlanField of(String name, String label, String value) {
        Optional<String> none = Optional.empty();
        return new PlanField(name, label, value, "", none, none, List.of(), none);
    }

    PlanField sample(String text) {
        return new PlanField(name, label, value, text, note, wrong, choices, list);
    }

    PlanField note(Optional<String> text) {
        return new PlanField(name, label, value, sample, text, wrong, choices, list);
    }

    PlanField wrong(Optional<String> text) {
        return new PlanField(name, label, value, sample, note, text, choices, list);
    }

    PlanField choosing(String... words) {
        return new PlanField(name, label, value, sample, note, wrong, List.of(words), list);
    }

    PlanField suggesting(String id) {
        return new PlanField(name, label, value, sample, note, wrong, choices, Optional.of(id));
    }
}
