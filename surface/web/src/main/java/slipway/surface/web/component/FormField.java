package slipway.surface.web.component;

import java.util.List;
import java.util.Optional;

/**
 * A field of a form. Its name is a path parameter or a member of the request; a mistake in that member is shown beside
 * it.
 *
 * @param label its label
 * @param hint a short text at the right of the label
 * @param help a sentence below the field
 * @param sample a placeholder, shown while it is empty
 * @param needed whether a value is required
 * @param choices the options of a choice or of checkboxes
 */
public record FormField(
        String name,
        String label,
        Kind kind,
        String value,
        Optional<String> hint,
        Optional<String> help,
        Optional<String> sample,
        boolean needed,
        List<Option> choices) {

    /** The kind of input. */
    public enum Kind {
        TEXT,
        /** One line that is hidden while typed. */
        SECRET,
        /** Several lines, sent unchanged. */
        LONG,
        /** A number without a fraction. */
        WHOLE,
        /** Several words, separated by spaces or commas. */
        WORDS,
        /** One of several options. */
        CHOICE,
        /** Any number of options, as checkboxes. */
        TICKS,
        /** A checkbox. */
        TICK,
        /** Visible, but not editable. */
        FIXED,
        /** Sent, but not visible. */
        HIDDEN
    }

    /** An option. */
    public record Option(String value, String title, boolean chosen) {

        public static Option of(String value, String title) {
            return new Option(value, title, false);
        }
    }

    public FormField {
        if (!name.matches("[a-z][a-z_]*")) {
            throw new IllegalArgumentException("Not a member name: " + name);
        }
        boolean chooses = kind == Kind.CHOICE || kind == Kind.TICKS;
        if (chooses == choices.isEmpty()) {
            throw new IllegalArgumentException(
                    name + " has " + choices.size() + " choices, as " + kind);
        }
        choices = List.copyOf(choices);
    }

    public static FormField of(Kind kind, String name, String label) {
        return new FormField(name, label, kind, "", none(), none(), none(), false, List.of());
    }

    public static FormField text(String name, String label) {
        return of(Kind.TEXT, name, label);
    }

    public static FormField hidden(String name, String value) {
        return of(Kind.HIDDEN, name, name).holding(value);
    }

    public static FormField choice(String name, String label, List<Option> choices) {
        return choosing(Kind.CHOICE, name, label, choices);
    }

    public static FormField ticks(String name, String label, List<Option> choices) {
        return choosing(Kind.TICKS, name, label, choices);
    }

    private static FormField choosing(Kind kind, String name, String label, List<Option> choices) {
        return new FormField(name, label, kind, "", none(), none(), none(), false, choices);
    }

    public FormField holding(String text) {
        return new FormField(name, label, kind, text, hint, help, sample, needed, choices);
    }

    public FormField hint(String words) {
        return new FormField(
                name, label, kind, value, Optional.of(words), help, sample, needed, choices);
    }

    public FormField help(String sentence) {
        return new FormField(
                name, label, kind, value, hint, Optional.of(sentence), sample, needed, choices);
    }

    public FormField sample(String text) {
        return new FormField(
                name, label, kind, value, hint, help, Optional.of(text), needed, choices);
    }

    /** The same field, with a required value. */
    public FormField must() {
        return new FormField(name, label, kind, value, hint, help, sample, true, choices);
    }

    /** Whether it is a one-line input. */
    public boolean isLine() {
        return switch (kind) {
            case TEXT, SECRET, WHOLE, WORDS, FIXED -> true;
            case LONG, CHOICE, TICKS, TICK, HIDDEN -> false;
        };
    }

    private static Optional<String> none() {
        return Optional.empty();
    }
}
