package slipway.server.browser;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import java.util.ArrayList;
import java.util.List;

/** One person with a browser of their own, and whoever watches what the pages do behind their back. */
final class Visitor {

    // A violation reaches the console too, but not every one with the words that help.
    private static final String WATCH =
            """
            document.addEventListener('securitypolicyviolation', event => console.error(
              `forbidden by ${event.effectiveDirective}: ${event.blockedURI} at line ${event.lineNumber}`));
            """;

    private final BrowserContext context;
    private final Page page;
    private final Look look;
    private final List<String> faults = new ArrayList<>();
    private final List<String> pardoned = new ArrayList<>();

    Visitor(BrowserContext context, Look look) {
        this.context = context;
        this.look = look;
        context.addInitScript(WATCH);
        this.page = context.newPage();
        page.onConsoleMessage(this::heard);
        page.onPageError(error -> fault("error in a script: " + error));
        page.onRequestFailed(this::failed);
        page.setDefaultTimeout(Browsing.PATIENCE);
    }

    BrowserContext context() {
        return context;
    }

    Page page() {
        return page;
    }

    Look look() {
        return look;
    }

    /** Goes there and waits until everything stands where it belongs. */
    Visitor open(String path) {
        page.navigate(path);
        return settle();
    }

    Visitor settle() {
        page.waitForLoadState();
        page.waitForFunction("document.fonts.status === 'loaded'");
        return this;
    }

    /** What a test provokes is no fault: whatever has these words in it. */
    void pardon(String words) {
        pardoned.add(words);
    }

    /** What went wrong until now, without what is pardoned. */
    List<String> faults() {
        if (!page.isClosed()) {
            page.evaluate("1"); // whatever was said before this answer has been heard
        }
        return faults.stream()
                .filter(fault -> pardoned.stream().noneMatch(fault::contains))
                .distinct()
                .toList();
    }

    private void heard(ConsoleMessage message) {
        if (message.type().equals("error")) {
            fault("console: " + message.text() + " (" + message.location() + ")");
        }
    }

    /** Who leaves a page calls off what it was still asking for; that is no fault. */
    private void failed(Request request) {
        if (!request.failure().contains("ERR_ABORTED")) {
            fault("request: " + request.failure() + " " + request.url());
        }
    }

    private void fault(String what) {
        faults.add(page.url() + " " + what);
    }
}
