package slipway.surface.web.component;

import java.util.List;
import java.util.Optional;

/**
 * One thing to fill in. Its name is a part of the call's path or a member of what is sent; a mistake about that member
 * is shown beside it.
 *
 * @param label what it asks for
 * @param hint a few words at the right of the label
 * @param help a sentence below
 * @param sample what it might look like, shown while it is empty
 * @param needed whether the form can do nothing without it
 * @param choices where one chooses, or ticks, instead of typing
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

    /** How it is filled in. */
    public enum Kind {
        TEXT,
        /** One line that nobody reads over a shoulder. */
        SECRET,
        /** Several lines, sent as they were typed. */
        LONG,
        /** A number without a fraction. */
        WHOLE,
        /** Several words, separated by spaces or commas. */
        WORDS,
        /** One of a few. */
        CHOICE,
        /** As many of a few as wanted. */
        TICKS,
        /** Yes, or not. */
        TICK,
        /** Seen, but not changed here. */
        FIXED,
        /** Sent, not seen. */
        HIDDEN
    }

    /** Something to choose. */
    public record Option(String value, String title, boolean chosen) {

        public static Option of(String value, String title) {
            return new Option(value, title, false);
        }
    }

    public FormField {
        if (!name.matches("[a-z][a-z_]*")) {
            throw new IllegalArgumentException("Not the name of a member: " + name);
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

    /** The same, and the form can do nothing without it. */
    public FormField must() {
        return new FormField(name, label, kind, value, hint, help, sample, true, choices);
    }

    /** Whether it is typed on one line. */
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
