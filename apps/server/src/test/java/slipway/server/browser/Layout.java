package slipway.server.browser;

import java.util.ArrayList;
import java.util.List;

/** Whether everything on a page has its room: at every width, and for fingers where there are fingers. */
final class Layout {

    /** From the smallest phone to a wide screen, with the widths at which the layout changes in between. */
    private static final List<Integer> WIDTHS = List.of(375, 768, 1120, 2560);

    private static final Script SCRIPT = Script.resource("layout.js");
    private static final int FINGER = 36; // px

    private Layout() {}

    /** What has no room at the other widths; the visitor keeps theirs. */
    static List<String> faultsAtOtherWidths(Visitor visitor) {
        var own = visitor.page().viewportSize();
        List<String> faults = new ArrayList<>();
        for (int width : WIDTHS) {
            visitor.page().setViewportSize(width, own.height);
            faults(visitor).forEach(fault -> faults.add(width + " px: " + fault));
        }
        visitor.page().setViewportSize(own.width, own.height);
        return faults.stream().map(fault -> visitor.page().url() + " at " + fault).toList();
    }

    /** What has no room at the width the visitor has. */
    static List<String> faults(Visitor visitor) {
        return SCRIPT.faults(visitor.page(), visitor.look().phone() ? FINGER : 0);
    }
}
