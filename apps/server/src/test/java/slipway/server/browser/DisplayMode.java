package slipway.server.browser;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.util.Locale;

/** The screen sizes and themes that every page supports; also the suffixes of screenshots. */
enum DisplayMode {
    LIGHT(1440, 900, ColorScheme.LIGHT),
    DARK(1440, 900, ColorScheme.DARK),
    MOBILE(390, 844, ColorScheme.LIGHT),
    MOBILE_DARK(390, 844, ColorScheme.DARK);

    private final int width;
    private final int height;
    private final ColorScheme theme;

    DisplayMode(int width, int height, ColorScheme theme) {
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

    /** Locale and time zone are fixed, so that texts do not depend on the machine. */
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
