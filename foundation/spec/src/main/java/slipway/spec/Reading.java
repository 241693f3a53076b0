package slipway.spec;

import java.util.Optional;
import slipway.base.UntrustedText;

/** What became of one value: it was understood, or a sentence says why not. */
public sealed interface Reading<T> {

    record Understood<T>(T value) implements Reading<T> {}

    record Refused<T>(String because) implements Reading<T> {}

    static <T> Reading<T> understood(T value) {
        return new Understood<>(value);
    }

    static <T> Reading<T> refused(String because) {
        return new Refused<>(because);
    }

    /** The usual refusal: "two" is not a whole number ≥ 1. */
    static <T> Reading<T> of(Optional<T> value, String text, String says) {
        return value.<Reading<T>>map(Understood::new)
                .orElseGet(
                        () -> new Refused<>(UntrustedText.quoted(text) + " is not " + says + "."));
    }
}
