package slipway.spec;

import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/**
 * A type whose values are one word or text.
 *
 * @param quotes whether it may stand in quotes: a number may not, in JSON Schema it would be text
 */
record ScalarType<T>(
        String says, boolean quotes, Function<String, ParseResult<T>> parse, ObjectNode json)
        implements ValueType<T> {

    @Override
    public Optional<T> read(DocumentNode documentNode, MistakeCollector mistakeCollector) {
        return switch (documentNode) {
            case DocumentNode.Value value when value.quoted() && !quotes -> {
                mistakeCollector.wrong(
                        value.place(),
                        value.shown() + " in quotes is text, not " + says + ". Remove the quotes.");
                yield Optional.empty();
            }
            case DocumentNode.Value value -> parsed(value, mistakeCollector);
            case DocumentNode.Nothing nothing -> {
                mistakeCollector.wrong(
                        nothing.place(), "has no value. Write " + says + ", or leave the key out.");
                yield Optional.empty();
            }
            case DocumentNode.Items _, DocumentNode.Block _ -> {
                mistakeCollector.wrong(
                        documentNode.place(), documentNode.shown() + " is not " + says + ".");
                yield Optional.empty();
            }
        };
    }

    private Optional<T> parsed(DocumentNode.Value value, MistakeCollector mistakeCollector) {
        return switch (parse.apply(value.text())) {
            case ParseResult.Understood<T>(T understood) -> Optional.of(understood);
            case ParseResult.Refused<T>(String because) -> {
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
