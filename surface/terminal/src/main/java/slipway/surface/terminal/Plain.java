package slipway.surface.terminal;

/**
 * Text from elsewhere, made harmless: on one line, and unable to move the cursor, change colours or turn the direction
 * of what follows. The joiner inside an emoji stays, for it does nothing else.
 */
final class Plain {

    private static final int JOINER = 0x200d;
    private static final int EMOJI_LOOK = 0xfe0f;

    private Plain() {}

    static String of(String text) {
        return isSimple(text) ? text : shown(text);
    }

    private static boolean isSimple(String text) {
        return text.chars().allMatch(one -> one >= ' ' && one < 127);
    }

    private static String shown(String text) {
        var shown = new StringBuilder(text.length() + 8);
        int before = 0;
        for (int point : text.codePoints().toArray()) {
            boolean joins = point == JOINER && (before == EMOJI_LOOK || Character.isEmoji(before));
            shown.append(joins ? Character.toString(point) : visible(point));
            before = point;
        }
        return shown.toString();
    }

    private static String visible(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.PRIVATE_USE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    escaped(point);
            default -> Character.toString(point);
        };
    }

    private static String escaped(int point) {
        return switch (point) {
            case '\n' -> "\\n";
            case '\t' -> "\\t";
            case '\r' -> "\\r";
            default -> "\\u%04x".formatted(point);
        };
    }
}
