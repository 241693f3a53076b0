package slipway.server.browser;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ScreenshotAnimations;
import com.microsoft.playwright.options.ScreenshotCaret;
import java.nio.file.Path;

/** Whole pages as pictures, named as the mocks are, to be laid beside them: {@code target/pictures/people-dark.png}. */
final class Pictures {

    private static final Path FOLDER = Path.of("target", "pictures");

    private Pictures() {}

    /** On a screen as high as the page, so that what stands at the side reaches its foot. */
    static void keep(Visitor visitor, String name) {
        Page page = visitor.page();
        var screen = page.viewportSize();
        int whole = (int) page.evaluate("document.documentElement.scrollHeight");
        page.setViewportSize(screen.width, Math.max(screen.height, whole));
        keep(page, FOLDER.resolve(name + "-" + visitor.look().suffix() + ".png"));
        page.setViewportSize(screen.width, screen.height);
    }

    static void keepFailed(Page page, String test) {
        keep(page, FOLDER.resolve("failed").resolve(test + ".png"));
    }

    private static void keep(Page page, Path file) {
        page.screenshot(
                new Page.ScreenshotOptions()
                        .setFullPage(true)
                        .setAnimations(ScreenshotAnimations.DISABLED)
                        .setCaret(ScreenshotCaret.HIDE)
                        .setPath(file));
    }
}
