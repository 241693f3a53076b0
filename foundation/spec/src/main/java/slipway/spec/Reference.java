package slipway.spec;

import java.util.stream.Collectors;

/** A shape as a table in Markdown, for the reference pages. */
public final class Reference {

    private Reference() {}

    public static String table(Shape blockSchema) {
        return "| Key | Written as | Default | What it says |\n|---|---|---|---|\n"
                + blockSchema.leaves().stream().map(Reference::row).collect(Collectors.joining());
    }

    private static String row(Shape.Leaf leaf) {
        Key<?> specKey = leaf.key();
        String example =
                specKey.example().isEmpty() ? "" : " Example: " + code(specKey.example()) + ".";
        return "| %s | %s | %s | %s |\n"
                .formatted(
                        code(leaf.path()),
                        cell(specKey.type().says()),
                        otherwise(specKey),
                        cell(specKey.doc()) + example);
    }

    private static String otherwise(Key<?> specKey) {
        return specKey.isRequired()
                ? "required"
                : specKey.otherwise().map(there -> code(there.written())).orElse("none");
    }

    private static String code(String text) {
        return "`" + cell(text) + "`";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("\n", " ");
    }
}
