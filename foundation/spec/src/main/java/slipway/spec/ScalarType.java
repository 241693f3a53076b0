package slipway.spec;

import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/**
 * A type whose values are scalars.
 *
 * @param mayBeQuoted whether quotes are allowed: a quoted number would be text in JSON Schema
 */
record ScalarType<T>(
        String description,
        boolean mayBeQuoted,
        Function<String, ParseResult<T>> parse,
        ObjectNode json)
        implements ValueType<T> {

    @Override
    public Optional<T> read(DocumentNode documentNode, MistakeCollector mistakeCollector) {
        return switch (documentNode) {
            case DocumentNode.Value value when value.quoted() && !mayBeQuoted -> {
                mistakeCollector.add(
                        value.location(),
                        value.display()
                                + " in quotes is text, not "
                                + description
                                + ". Remove the quotes.");
                yield Optional.empty();
            }
            case DocumentNode.Value value -> parseValue(value, mistakeCollector);
            case DocumentNode.Nothing nothing -> {
                mistakeCollector.add(
                        nothing.location(),
                        "has no value. Write " + description + ", or leave the key out.");
                yield Optional.empty();
            }
            case DocumentNode.Items _, DocumentNode.Block _ -> {
                mistakeCollector.add(
                        documentNode.location(),
                        documentNode.display() + " is not " + description + ".");
                yield Optional.empty();
            }
        };
    }

    private Optional<T> parseValue(DocumentNode.Value value, MistakeCollector mistakeCollector) {
        return switch (parse.apply(value.text())) {
            case ParseResult.Parsed<T>(T parsed) -> Optional.of(parsed);
            case ParseResult.Rejected<T>(String reason) -> {
                mistakeCollector.add(value.location(), reason);
                yield Optional.empty();
            }
        };
    }

    @Override
    public ObjectNode schema() {
        return json.deepCopy();
    }
}
