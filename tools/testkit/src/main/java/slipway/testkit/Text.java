package slipway.testkit;

import java.util.List;

/** Text as users and attackers write it, without unpaired surrogates, which have no UTF-8 form. */
final class Text {

    private static final Generator<String> LETTERS =
            Generator.strings("abcdefghijklmnopqrstuvwxyzABCXYZ0123456789", 1, 1);

    private static final Generator<String> TROUBLESOME =
            Generator.choice(
                    List.of(
                            " ",
                            "\n",
                            "\t",
                            "\r\n",
                            "\"",
                            "'",
                            "`",
                            "\\",
                            "/",
                            "../",
                            "<",
                            "&",
                            "%",
                            "$",
                            ";",
                            "{",
                            "#",
                            "-",
                            "--",
                            ",",
                            ":",
                            "\u0000",
                            "\u001b[31m",
                            "\u007f",
                            "\u00a0",
                            "\u0085",
                            "\u2028",
                            "\u200b", // no width
                            "\ufeff", // byte order mark
                            "\u202e", // turns the direction of writing round
                            "e\u0301", // one letter, two code points
                            "ß",
                            "İ",
                            "ı",
                            "ǆ", // change their length or letter with case
                            "نص",
                            "日本",
                            "😀",
                            "👩\u200d🔬",
                            "\uffff",
                            "\udbff\udfff"));

    private static final Generator<String> ANY =
            Generator.ints(0, Character.MAX_CODE_POINT)
                    .filter(
                            point ->
                                    point < Character.MIN_SURROGATE
                                            || point > Character.MAX_SURROGATE)
                    .map(Character::toString);

    private Text() {}

    static Generator<String> troublesome() {
        var pieces =
                Generator.weighted(
                        Generator.weight(5, LETTERS),
                        Generator.weight(4, TROUBLESOME),
                        Generator.weight(1, ANY));
        return pieces.list(0, 40).map(drawn -> String.join("", drawn));
    }

    /** Safe to print: invisible characters and those that move others are written as numbers. */
    static String shown(Object value) {
        String text = value instanceof String string ? '"' + string + '"' : String.valueOf(value);
        var shown = new StringBuilder();
        text.codePoints()
                .forEach(
                        point -> {
                            if (isVisible(point)) {
                                shown.appendCodePoint(point);
                            } else {
                                shown.append("\\u{").append(Integer.toHexString(point)).append('}');
                            }
                        });
        return shown.toString();
    }

    private static boolean isVisible(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            case Character.SPACE_SEPARATOR -> point == ' ';
            default -> true;
        };
    }
}
