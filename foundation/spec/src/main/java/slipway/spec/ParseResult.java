package slipway.spec;

import java.util.Optional;
import slipway.base.text.UntrustedText;

/** What became of one value: it was understood, or a sentence says why not. */
public sealed interface ParseResult<T> {

    record Understood<T>(T value) implements ParseResult<T> {}

    record Refused<T>(String because) implements ParseResult<T> {}

    static <T> ParseResult<T> understood(T value) {
        return new Understood<>(value);
    }

    static <T> ParseResult<T> refused(String because) {
        return new Refused<>(because);
    }

    /** The usual refusal: "two" is not a whole number ≥ 1. */
    static <T> ParseResult<T> of(Optional<T> value, String text, String says) {
        return value.<ParseResult<T>>map(Understood::new)
                .orElseGet(
                        () -> new Refused<>(UntrustedText.quoted(text) + " is not " + says + "."));
    }
}
