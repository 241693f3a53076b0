package slipway.server.browser;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ScreenshotAnimations;
import com.microsoft.playwright.options.ScreenshotCaret;
import java.nio.file.Path;

/** Screenshots of whole pages: {@code target/screenshots/people-dark.png}. */
final class Screenshots {

    private static final Path FOLDER = Path.of("target", "screenshots");

    private Screenshots() {}

    /** Enlarges the viewport to the height of the page, so that the navigation reaches its end. */
    static void save(BrowserUser user, String name) {
        Page page = user.page();
        var screen = page.viewportSize();
        int height = (int) page.evaluate("document.documentElement.scrollHeight");
        page.setViewportSize(screen.width, Math.max(screen.height, height));
        save(page, FOLDER.resolve(name + "-" + user.mode().suffix() + ".png"));
        page.setViewportSize(screen.width, screen.height);
    }

    static void saveFailed(Page page, String test) {
        save(page, FOLDER.resolve("failed").resolve(test + ".png"));
    }

    private static void save(Page page, Path file) {
        page.screenshot(
                new Page.ScreenshotOptions()
                        .setFullPage(true)
                        .setAnimations(ScreenshotAnimations.DISABLED)
                        .setCaret(ScreenshotCaret.HIDE)
                        .setPath(file));
    }
}
