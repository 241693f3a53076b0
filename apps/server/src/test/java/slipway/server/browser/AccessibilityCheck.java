package slipway.server.browser;

import com.microsoft.playwright.Page;
import java.util.List;

/**
 * Runs axe-core: contrast, labels, roles, headings, landmarks. The script enters the page through the browser's
 * debugging interface, so the page's security policy need not allow it.
 */
final class AccessibilityCheck {

    private static final PageScript AXE = PageScript.resource("/axe.min.js");
    private static final PageScript RUN = PageScript.resource("axe-run.js");

    private AccessibilityCheck() {}

    /** One line for each rule and element that violates it, with a hint. */
    static List<String> violations(Page page) {
        if (page.evaluate("typeof window.axe").equals("undefined")) {
            page.evaluate("() => {" + AXE.text() + "}");
        }
        return RUN.faults(page, List.of());
    }
}
