package slipway.server.browser;

import com.microsoft.playwright.Page;
import java.util.List;

/**
 * Everything axe-core checks: contrast, labels, roles, headings, landmarks. Its script reaches the page through the
 * browser's own tools, so the security policy of the page stays as strict as it is.
 */
final class Accessibility {

    private static final Script AXE = Script.resource("/axe.min.js");
    private static final Script RUN = Script.resource("axe-run.js");

    private Accessibility() {}

    /** One line for each rule and each place that breaks it, with what would help. */
    static List<String> violations(Page page) {
        if (page.evaluate("typeof window.axe").equals("undefined")) {
            page.evaluate("() => {" + AXE.text() + "}");
        }
        return RUN.faults(page, List.of());
    }
}
