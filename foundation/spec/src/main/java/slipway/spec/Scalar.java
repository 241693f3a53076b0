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
    public Optional<T> read(Written documentNode, Report mistakeCollector) {
        return switch (documentNode) {
            case Written.Value value when value.quoted() && !quotes -> {
                mistakeCollector.wrong(
                        value.place(),
                        value.shown() + " in quotes is text, not " + says + ". Remove the quotes.");
                yield Optional.empty();
            }
            case Written.Value value -> parsed(value, mistakeCollector);
            case Written.Nothing nothing -> {
                mistakeCollector.wrong(
                        nothing.place(), "has no value. Write " + says + ", or leave the key out.");
                yield Optional.empty();
            }
            case Written.Items _, Written.Block _ -> {
                mistakeCollector.wrong(
                        documentNode.place(), documentNode.shown() + " is not " + says + ".");
                yield Optional.empty();
            }
        };
    }

    private Optional<T> parsed(Written.Value value, Report mistakeCollector) {
        return switch (parse.apply(value.text())) {
            case Reading.Understood<T>(T understood) -> Optional.of(understood);
            case Reading.Refused<T>(String because) -> {
                mistakeCollector.wrong(value.place(), because);
                yield Optional.empty();
            }
        };
    }

    @Override
    public ObjectNode schema() {
        return json.deepCopy();
    }
}
