package slipway.spec;

import java.util.Optional;
import slipway.base.text.UntrustedText;

/** The result of parsing a value: the value, or a sentence with the reason of the rejection. */
public sealed interface ParseResult<T> {

    record Parsed<T>(T value) implements ParseResult<T> {}

    record Rejected<T>(String reason) implements ParseResult<T> {}

    static <T> ParseResult<T> parsed(T value) {
        return new Parsed<>(value);
    }

    static <T> ParseResult<T> rejected(String reason) {
        return new Rejected<>(reason);
    }

    /** The usual rejection: "two" is not a whole number ≥ 1. */
    static <T> ParseResult<T> of(Optional<T> value, String text, String description) {
        return value.<ParseResult<T>>map(Parsed::new)
                .orElseGet(
                        () ->
                                new Rejected<>(
                                        UntrustedText.quoted(text)
                                                + " is not "
                                                + description
                                                + "."));
    }
}
