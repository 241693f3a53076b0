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
 * What may be written in a block: its keys. A whole document has a shape, and so has each block within it, for a
 * shape is a type too.
 *
 * <p>A block that needs nothing is always there: left out, it reads as its defaults.
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

    /** This block, or only the value of one of its keys. */
    public ValueType<BlockValues> orOnly(SpecKey<?> specKey) {
        return new ShorthandType(this, specKey);
    }

    /**
     * Reads the whole document, or throws one problem with all its mistakes.
     *
     * @param next what the problem says last: "Nothing was submitted."
     */
    public BlockValues read(Document document, String next) {
        MistakeCollector mistakeCollector = MistakeCollector.onWhole();
        Optional<BlockValues> values =
                document.root().flatMap(root -> read(root, mistakeCollector));
        List<Mistake> mistakes = both(document.mistakes(), mistakeCollector.mistakes());
        if (!mistakes.isEmpty() || values.isEmpty()) {
            throw Mistakes.problem(INVALID_DOCUMENT, document.name(), mistakes, next);
        }
        return values.get();
    }

    /** All mistakes of a document that is only a part of the whole, so that nothing is missing in it. */
    public List<Mistake> checkPart(Document document) {
        MistakeCollector mistakeCollector = MistakeCollector.onPart();
        document.root().ifPresent(root -> read(root, mistakeCollector));
        return both(document.mistakes(), mistakeCollector.mistakes());
    }

    @Override
    public Optional<BlockValues> read(
            DocumentNode documentNode, MistakeCollector mistakeCollector) {
        return switch (documentNode) {
            case DocumentNode.Block block -> Optional.of(each(block, mistakeCollector));
            case DocumentNode.Nothing nothing ->
                    Optional.of(each(DocumentNode.empty(nothing.place()), mistakeCollector));
            case DocumentNode.Value _, DocumentNode.Items _ -> {
                mistakeCollector.wrong(
                        documentNode.place(), documentNode.shown() + " is not " + says() + ".");
                yield Optional.empty();
            }
        };
    }

    private BlockValues each(DocumentNode.Block block, MistakeCollector mistakeCollector) {
        Map<SpecKey<?>, BlockValues.Held> held = new HashMap<>();
        for (DocumentNode.Entry entry : block.entries()) {
            MistakeCollector inside = mistakeCollector.inside(entry.key());
            key(entry.key())
                    .ifPresentOrElse(
                            specKey -> hold(held, specKey, entry.value(), inside),
                            () -> inside.wrong(entry.place(), "no such key." + meant(entry.key())));
        }
        for (SpecKey<?> specKey : keys) {
            if (block.entry(specKey.name()).isEmpty()) {
                fill(held, specKey, block.place(), mistakeCollector.inside(specKey.name()));
            }
        }
        return new BlockValues(held);
    }

    private static void hold(
            Map<SpecKey<?>, BlockValues.Held> held,
            SpecKey<?> specKey,
            DocumentNode documentNode,
            MistakeCollector mistakeCollector) {
        specKey.type()
                .read(documentNode, mistakeCollector)
                .ifPresent(
                        value ->
                                held.putIfAbsent(
                                        specKey, new BlockValues.Held(value, documentNode)));
    }

    private static void fill(
            Map<SpecKey<?>, BlockValues.Held> held,
            SpecKey<?> specKey,
            SourceLocation block,
            MistakeCollector mistakeCollector) {
        if (specKey.isRequired() && !mistakeCollector.isOnPart()) {
            mistakeCollector.wrong(
                    block, "missing. Write " + specKey.type().says() + forExample(specKey) + ".");
        }
        specKey.otherwise()
                .ifPresent(
                        there ->
                                held.put(
                                        specKey,
                                        new BlockValues.Held(
                                                there.value(), byDefault(there.written()))));
        if (specKey.type() instanceof BlockSchema inner
                && !specKey.isRequired()
                && inner.needsNothing()) {
            hold(held, specKey, DocumentNode.empty(BlockValues.DEFAULT), mistakeCollector);
        }
    }

    private static DocumentNode byDefault(String text) {
        return new DocumentNode.Value(BlockValues.DEFAULT, text, false);
    }

    private static String forExample(SpecKey<?> specKey) {
        return specKey.example().isEmpty() ? "" : ", for example " + specKey.example();
    }

    private boolean needsNothing() {
        return keys.stream().noneMatch(SpecKey::isRequired);
    }

    private Optional<SpecKey<?>> key(String name) {
        return keys.stream().filter(specKey -> specKey.name().equals(name)).findFirst();
    }

    /** A sentence about what was meant: a key of this block, or one that belongs into another. */
    private String meant(String written) {
        return elsewhere(written)
                .or(
                        () ->
                                SpellingSuggestion.nearest(written, names())
                                        .map(name -> " Did you mean " + name + "?"))
                .orElseGet(() -> " Known here: " + String.join(", ", names()) + ".");
    }

    private Optional<String> elsewhere(String written) {
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

    /** Every key that holds a value of its own, in order, with its path. */
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
    public String says() {
        return "a block of keys ("
                + names().stream().limit(4).collect(Collectors.joining(", "))
                + (keys.size() > 4 ? ", …)" : ")");
    }

    @Override
    public ObjectNode schema() {
        List<String> required =
                keys.stream().filter(SpecKey::isRequired).map(SpecKey::name).toList();
        ObjectNode schema = required.isEmpty() ? Schemas.orNothing("object") : Schemas.of("object");
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

    private static List<Mistake> both(List<Mistake> one, List<Mistake> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }
}
