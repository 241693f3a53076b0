package slipway.simulate.report;

/** Escapes text for HTML. */
final class HtmlEscape {

    private HtmlEscape() {}

    static String safe(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** Formats a coordinate with one decimal at most. */
    static String length(double number) {
        long tenths = Math.round(number * 10);
        return tenths % 10 == 0 ? String.valueOf(tenths / 10) : tenths / 10.0 + "";
    }
}
