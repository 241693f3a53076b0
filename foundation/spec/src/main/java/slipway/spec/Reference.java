package slipway.spec;

import java.util.stream.Collectors;

/** A shape as a table in Markdown, for the reference pages. */
public final class Reference {

    private Reference() {}

    public static String table(Shape shape) {
        return "| Key | Written as | Default | What it says |\n|---|---|---|---|\n"
                + shape.leaves().stream().map(Reference::row).collect(Collectors.joining());
    }

    private static String row(Shape.Leaf leaf) {
        Key<?> key = leaf.key();
        String example = key.example().isEmpty() ? "" : " Example: " + code(key.example()) + ".";
        return "| %s | %s | %s | %s |\n"
                .formatted(
                        code(leaf.path()),
                        cell(key.type().says()),
                        otherwise(key),
                        cell(key.doc()) + example);
    }

    private static String otherwise(Key<?> key) {
        return key.isRequired()
                ? "required"
                : key.otherwise().map(there -> code(there.written())).orElse("none");
    }

    private static String code(String text) {
        return "`" + cell(text) + "`";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("\n", " ");
    }
}
