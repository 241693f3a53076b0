package slipway.server.browser;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.util.Locale;

/** The screens and themes for which every page is made. The names are those of the pictures. */
enum Look {
    LIGHT(1440, 900, ColorScheme.LIGHT),
    DARK(1440, 900, ColorScheme.DARK),
    MOBILE(390, 844, ColorScheme.LIGHT),
    MOBILE_DARK(390, 844, ColorScheme.DARK);

    private final int width;
    private final int height;
    private final ColorScheme theme;

    Look(int width, int height, ColorScheme theme) {
        this.width = width;
        this.height = height;
        this.theme = theme;
    }

    boolean phone() {
        return width < 700;
    }

    boolean dark() {
        return theme == ColorScheme.DARK;
    }

    String suffix() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The same words and times wherever the test runs. */
    NewContextOptions context() {
        return new NewContextOptions()
                .setViewportSize(width, height)
                .setColorScheme(theme)
                .setHasTouch(phone())
                .setReducedMotion(ReducedMotion.REDUCE)
                .setLocale("en-GB")
                .setTimezoneId("UTC");
    }
}
