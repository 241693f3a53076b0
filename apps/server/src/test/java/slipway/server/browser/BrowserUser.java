package slipway.server.browser;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import java.util.ArrayList;
import java.util.List;

/** A user with a separate browser context, whose page faults are recorded. */
final class BrowserUser {

    // The console message of a violation does not always name the directive.
    private static final String WATCH =
            """
            document.addEventListener('securitypolicyviolation', event => console.error(
              `forbidden by ${event.effectiveDirective}: ${event.blockedURI} at line ${event.lineNumber}`));
            """;

    private final BrowserContext context;
    private final Page page;
    private final DisplayMode mode;
    private final List<String> faults = new ArrayList<>();
    private final List<String> ignored = new ArrayList<>();

    BrowserUser(BrowserContext context, DisplayMode mode) {
        this.context = context;
        this.mode = mode;
        context.addInitScript(WATCH);
        this.page = context.newPage();
        page.onConsoleMessage(this::heard);
        page.onPageError(error -> fault("error in a script: " + error));
        page.onRequestFailed(this::failed);
        page.setDefaultTimeout(BrowserExtension.PATIENCE);
    }

    BrowserContext context() {
        return context;
    }

    Page page() {
        return page;
    }

    DisplayMode mode() {
        return mode;
    }

    /** Opens a path and waits until it is loaded and laid out. */
    BrowserUser open(String path) {
        page.navigate(path);
        return settle();
    }

    BrowserUser settle() {
        page.waitForLoadState();
        page.waitForFunction("document.fonts.status === 'loaded'");
        return this;
    }

    /** Ignores faults that contain this text, because the test provokes them. */
    void ignoreFault(String words) {
        ignored.add(words);
    }

    /** The faults so far, without ignored ones. */
    List<String> faults() {
        if (!page.isClosed()) {
            page.evaluate("1"); // console messages sent before this result have been received
        }
        return faults.stream()
                .filter(fault -> ignored.stream().noneMatch(fault::contains))
                .distinct()
                .toList();
    }

    private void heard(ConsoleMessage message) {
        if (message.type().equals("error")) {
            fault("console: " + message.text() + " (" + message.location() + ")");
        }
    }

    /** Leaving a page aborts its pending requests; that is no fault. */
    private void failed(Request request) {
        if (!request.failure().contains("ERR_ABORTED")) {
            fault("request: " + request.failure() + " " + request.url());
        }
    }

    private void fault(String what) {
        faults.add(page.url() + " " + what);
    }
}
