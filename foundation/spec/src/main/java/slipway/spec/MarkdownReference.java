package slipway.spec;

import java.util.stream.Collectors;

/** A schema as a Markdown table, for the reference pages. */
public final class MarkdownReference {

    private MarkdownReference() {}

    public static String table(BlockSchema blockSchema) {
        return "| Key | Written as | Default | What it says |\n|---|---|---|---|\n"
                + blockSchema.leaves().stream()
                        .map(MarkdownReference::row)
                        .collect(Collectors.joining());
    }

    private static String row(BlockSchema.Leaf leaf) {
        SpecKey<?> specKey = leaf.key();
        String example =
                specKey.example().isEmpty() ? "" : " Example: " + code(specKey.example()) + ".";
        return "| %s | %s | %s | %s |\n"
                .formatted(
                        code(leaf.path()),
                        cell(specKey.type().description()),
                        defaultText(specKey),
                        cell(specKey.doc()) + example);
    }

    private static String defaultText(SpecKey<?> specKey) {
        return specKey.isRequired()
                ? "required"
                : specKey.defaultValue().map(there -> code(there.notation())).orElse("none");
    }

    private static String code(String text) {
        return "`" + cell(text) + "`";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("\n", " ");
    }
}
