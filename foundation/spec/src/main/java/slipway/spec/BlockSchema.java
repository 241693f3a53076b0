package slipway.spec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.base.Mistake;
import slipway.base.Mistakes;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.SourceLocation;
import slipway.base.text.SpellingSuggestion;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schema of a block: its keys. A whole document has a schema, and so has each nested block, because a schema
 * is a value type too.
 *
 * <p>A block without required keys is always present: when omitted, it has the defaults of its keys.
 */
public record BlockSchema(List<SpecKey<?>> keys) implements ValueType<BlockValues> {

    public static final ProblemCode INVALID_DOCUMENT =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "invalid-document",
                    "A document has mistakes; each is listed with its line.");

    /** One key at the end of a path: {@code database.url}. */
    public record Leaf(String path, SpecKey<?> key) {}

    public BlockSchema {
        keys = List.copyOf(keys);
        if (keys.stream().map(SpecKey::name).distinct().count() < keys.size()) {
            throw new IllegalArgumentException("A block has each key once");
        }
    }

    public static BlockSchema of(SpecKey<?>... keys) {
        return new BlockSchema(List.of(keys));
    }

    /** This block, or its shorthand: the value of one key. */
    public ValueType<BlockValues> orShorthand(SpecKey<?> specKey) {
        return new ShorthandType(this, specKey);
    }

    /**
     * Reads the whole document, or throws one problem with all its mistakes.
     *
     * @param next what the problem says last: "Nothing was submitted."
     */
    public BlockValues read(Document document, String next) {
        MistakeCollector mistakeCollector = MistakeCollector.forWhole();
        Optional<BlockValues> values =
                document.root().flatMap(root -> read(root, mistakeCollector));
        List<Mistake> mistakes = concat(document.mistakes(), mistakeCollector.mistakes());
        if (!mistakes.isEmpty() || values.isEmpty()) {
            throw Mistakes.problem(INVALID_DOCUMENT, document.name(), mistakes, next);
        }
        return values.get();
    }

    /** All mistakes of one of several merged documents: missing keys are no mistakes. */
    public List<Mistake> checkPartial(Document document) {
        MistakeCollector mistakeCollector = MistakeCollector.forPart();
        document.root().ifPresent(root -> read(root, mistakeCollector));
        return concat(document.mistakes(), mistakeCollector.mistakes());
    }

    @Override
    public Optional<BlockValues> read(
            DocumentNode documentNode, MistakeCollector mistakeCollector) {
        return switch (documentNode) {
            case DocumentNode.Block block -> Optional.of(readEntries(block, mistakeCollector));
            case DocumentNode.Nothing nothing ->
                    Optional.of(
                            readEntries(DocumentNode.empty(nothing.location()), mistakeCollector));
            case DocumentNode.Value _, DocumentNode.Items _ -> {
                mistakeCollector.add(
                        documentNode.location(),
                        documentNode.display() + " is not " + description() + ".");
                yield Optional.empty();
            }
        };
    }

    private BlockValues readEntries(DocumentNode.Block block, MistakeCollector mistakeCollector) {
        Map<SpecKey<?>, BlockValues.StoredValue> values = new HashMap<>();
        for (DocumentNode.Entry entry : block.entries()) {
            MistakeCollector atKey = mistakeCollector.atKey(entry.key());
            findKey(entry.key())
                    .ifPresentOrElse(
                            specKey -> readValue(values, specKey, entry.value(), atKey),
                            () ->
                                    atKey.add(
                                            entry.location(),
                                            "no such key." + suggestion(entry.key())));
        }
        for (SpecKey<?> specKey : keys) {
            if (block.entry(specKey.name()).isEmpty()) {
                fillMissing(
                        values, specKey, block.location(), mistakeCollector.atKey(specKey.name()));
            }
        }
        return new BlockValues(values);
    }

    private static void readValue(
            Map<SpecKey<?>, BlockValues.StoredValue> values,
            SpecKey<?> specKey,
            DocumentNode documentNode,
            MistakeCollector mistakeCollector) {
        specKey.type()
                .read(documentNode, mistakeCollector)
                .ifPresent(
                        value ->
                                values.putIfAbsent(
                                        specKey, new BlockValues.StoredValue(value, documentNode)));
    }

    private static void fillMissing(
            Map<SpecKey<?>, BlockValues.StoredValue> values,
            SpecKey<?> specKey,
            SourceLocation block,
            MistakeCollector mistakeCollector) {
        if (specKey.isRequired() && !mistakeCollector.isPartial()) {
            mistakeCollector.add(
                    block,
                    "missing. Write "
                            + specKey.type().description()
                            + exampleSuffix(specKey)
                            + ".");
        }
        specKey.defaultValue()
                .ifPresent(
                        there ->
                                values.put(
                                        specKey,
                                        new BlockValues.StoredValue(
                                                there.value(), defaultNode(there.notation()))));
        if (specKey.type() instanceof BlockSchema inner
                && !specKey.isRequired()
                && inner.allOptional()) {
            readValue(values, specKey, DocumentNode.empty(BlockValues.DEFAULT), mistakeCollector);
        }
    }

    private static DocumentNode defaultNode(String text) {
        return new DocumentNode.Value(BlockValues.DEFAULT, text, false);
    }

    private static String exampleSuffix(SpecKey<?> specKey) {
        return specKey.example().isEmpty() ? "" : ", for example " + specKey.example();
    }

    private boolean allOptional() {
        return keys.stream().noneMatch(SpecKey::isRequired);
    }

    private Optional<SpecKey<?>> findKey(String name) {
        return keys.stream().filter(specKey -> specKey.name().equals(name)).findFirst();
    }

    /** A suggestion for an unknown key: a key of this block, or the same key of another block. */
    private String suggestion(String written) {
        return suggestionInOtherBlock(written)
                .or(
                        () ->
                                SpellingSuggestion.nearest(written, names())
                                        .map(name -> " Did you mean " + name + "?"))
                .orElseGet(() -> " Known here: " + String.join(", ", names()) + ".");
    }

    private Optional<String> suggestionInOtherBlock(String written) {
        for (Leaf leaf : leaves()) {
            int dot = leaf.path().lastIndexOf('.');
            String name = leaf.key().name();
            if (dot > 0 && (name.equals(written) || leaf.path().equals(written))) {
                return Optional.of(
                        " Write " + name + " within " + leaf.path().substring(0, dot) + ".");
            }
        }
        return Optional.empty();
    }

    private List<String> names() {
        return keys.stream().map(SpecKey::name).toList();
    }

    /** All keys that hold a value and not a block, in order, with their paths. */
    public List<Leaf> leaves() {
        List<Leaf> leaves = new ArrayList<>();
        for (SpecKey<?> specKey : keys) {
            if (specKey.type() instanceof BlockSchema inner) {
                inner.leaves()
                        .forEach(
                                leaf ->
                                        leaves.add(
                                                new Leaf(
                                                        specKey.name() + "." + leaf.path(),
                                                        leaf.key())));
            } else {
                leaves.add(new Leaf(specKey.name(), specKey));
            }
        }
        return leaves;
    }

    @Override
    public String description() {
        return "a block of keys ("
                + names().stream().limit(4).collect(Collectors.joining(", "))
                + (keys.size() > 4 ? ", …)" : ")");
    }

    @Override
    public ObjectNode schema() {
        List<String> required =
                keys.stream().filter(SpecKey::isRequired).map(SpecKey::name).toList();
        ObjectNode schema = required.isEmpty() ? Schemas.orNull("object") : Schemas.of("object");
        ObjectNode properties = schema.putObject("properties");
        keys.forEach(specKey -> properties.set(specKey.name(), specKey.schema()));
        schema.put("additionalProperties", false);
        if (!required.isEmpty()) {
            required.forEach(schema.putArray("required")::add);
        }
        return schema;
    }

    /** The published schema of a whole document. */
    public ObjectNode schema(String title) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.put("$schema", Schemas.DRAFT).put("title", title);
        schema.setAll(schema());
        return schema;
    }

    private static List<Mistake> concat(List<Mistake> one, List<Mistake> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }
}
