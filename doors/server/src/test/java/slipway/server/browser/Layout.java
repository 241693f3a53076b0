package slipway.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** Whether everything on a page has its room: at every width, and for fingers where there are fingers. */
final class Layout {

    /** From the smallest phone to a wide screen, with the widths at which the layout changes in between. */
    private static final List<Integer> WIDTHS = List.of(375, 768, 1120, 2560);

    private static final Script SCRIPT = Script.resource("layout.js");
    private static final int FINGER = 36; // px

    private Layout() {}

    /** At the width the visitor has. */
    static void check(Visitor visitor) {
        assertThat(faults(visitor)).as("%s in %s", visitor.page().url(), visitor.look()).isEmpty();
    }

    /** At all other widths; the visitor keeps theirs. */
    static void checkOtherWidths(Visitor visitor) {
        var own = visitor.page().viewportSize();
        List<String> faults = new ArrayList<>();
        for (int width : WIDTHS) {
            visitor.page().setViewportSize(width, own.height);
            faults(visitor).forEach(fault -> faults.add(width + " px: " + fault));
        }
        visitor.page().setViewportSize(own.width, own.height);
        assertThat(faults).as(visitor.page().url()).isEmpty();
    }

    static List<String> faults(Visitor visitor) {
        return SCRIPT.faults(visitor.page(), visitor.look().phone() ? FINGER : 0);
    }
}
