package slipway.journal.table;

/** A value that no database stores exactly: it cannot be encoded, or reading it back would give another value. */
public final class UnstorableValue extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnstorableValue(String message) {
        super(message);
    }

    UnstorableValue(String message, Throwable cause) {
        super(message, cause);
    }

    /** Refuses text that changes when it is encoded in UTF-8 or that PostgreSQL cannot store. */
    public static String checkText(String name, String text) {
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == 0) {
                throw new UnstorableValue(name + " contains the character U+0000");
            }
            if (Character.isSurrogate(each)) {
                if (!Character.isHighSurrogate(each)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    throw new UnstorableValue(
                            name + " contains half of a surrogate pair, which is not text");
                }
                i++;
            }
        }
        return text;
    }
}
