package slipway.simulate.report;

/** Text made safe to stand in a page. */
final class HtmlEscape {

    private HtmlEscape() {}

    static String safe(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** A length in a drawing, as short as it can be seen. */
    static String length(double number) {
        long tenths = Math.round(number * 10);
        return tenths % 10 == 0 ? String.valueOf(tenths / 10) : tenths / 10.0 + "";
    }
}
