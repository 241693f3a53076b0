package slipway.server.browser;

import java.util.ArrayList;
import java.util.List;

/** Checks for overflow, clipped text and, on phones, touch targets. */
final class LayoutCheck {

    /** From the smallest phone to a wide screen, including the breakpoints of the layout. */
    private static final List<Integer> WIDTHS = List.of(375, 768, 1120, 2560);

    private static final PageScript SCRIPT = PageScript.resource("layout.js");
    private static final int FINGER = 36; // px

    private LayoutCheck() {}

    /** Faults at the other widths. The viewport is restored. */
    static List<String> faultsAtOtherWidths(BrowserUser user) {
        var own = user.page().viewportSize();
        List<String> faults = new ArrayList<>();
        for (int width : WIDTHS) {
            user.page().setViewportSize(width, own.height);
            faults(user).forEach(fault -> faults.add(width + " px: " + fault));
        }
        user.page().setViewportSize(own.width, own.height);
        return faults.stream().map(fault -> user.page().url() + " at " + fault).toList();
    }

    /** Faults at the current width. */
    static List<String> faults(BrowserUser user) {
        return SCRIPT.faults(user.page(), user.mode().phone() ? FINGER : 0);
    }
}
