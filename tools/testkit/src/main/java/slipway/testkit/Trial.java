package slipway.testkit;

import java.util.List;
import java.util.Optional;
import slipway.testkit.Choices.Group;

/** A generator and what must hold for its values. */
record Trial<T>(Generator<T> gen, Property.Check<? super T> check) {

    /** The failure that these choices lead to; none when the check holds. */
    Optional<Failure<T>> run(Choices choices) {
        T value = gen.draw(choices);
        try {
            check.check(value);
            return Optional.empty();
        } catch (Exception | AssertionError | StackOverflowError cause) {
            return Optional.of(new Failure<>(choices.made(), choices.groups(), value, cause));
        }
    }

    /** A value that fails, and the choices it was drawn from. */
    record Failure<T>(List<Long> choices, List<Group> groups, T value, Throwable cause) {}
}
