package slipway.spec;

import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/**
 * A type whose values are one word or text.
 *
 * @param quotes whether it may stand in quotes: a number may not, in JSON Schema it would be text
 */
record Scalar<T>(String says, boolean quotes, Function<String, Reading<T>> parse, ObjectNode json)
        implements Type<T> {

    @Override
    public Optional<T> read(Written written, Report report) {
        return switch (written) {
            case Written.Value value when value.quoted() && !quotes -> {
                report.wrong(
                        value.place(),
                        value.shown() + " in quotes is text, not " + says + ". Remove the quotes.");
                yield Optional.empty();
            }
            case Written.Value value -> parsed(value, report);
            case Written.Nothing nothing -> {
                report.wrong(
                        nothing.place(), "has no value. Write " + says + ", or leave the key out.");
                yield Optional.empty();
            }
            case Written.Items _, Written.Block _ -> {
                report.wrong(written.place(), written.shown() + " is not " + says + ".");
                yield Optional.empty();
            }
        };
    }

    private Optional<T> parsed(Written.Value value, Report report) {
        return switch (parse.apply(value.text())) {
            case Reading.Understood<T>(T understood) -> Optional.of(understood);
            case Reading.Refused<T>(String because) -> {
                report.wrong(value.place(), because);
                yield Optional.empty();
            }
        };
    }

    @Override
    public ObjectNode schema() {
        return json.deepCopy();
    }
}
