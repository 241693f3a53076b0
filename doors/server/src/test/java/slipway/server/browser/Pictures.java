package slipway.server.browser;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ScreenshotAnimations;
import com.microsoft.playwright.options.ScreenshotCaret;
import java.nio.file.Path;

/** Whole pages as pictures, named as the mocks are, to be laid beside them: {@code target/pictures/people-dark.png}. */
final class Pictures {

    private static final Path FOLDER = Path.of("target", "pictures");

    private Pictures() {}

    static void keep(Visitor visitor, String name) {
        keep(visitor.page(), FOLDER.resolve(name + "-" + visitor.look().suffix() + ".png"));
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
