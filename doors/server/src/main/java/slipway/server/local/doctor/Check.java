package slipway.server.local.doctor;

import java.util.List;

/** Looks at one thing and changes nothing. A {@link slipway.base.Problem} that it throws is a failure it found. */
interface Check {

    /** In lower case, of letters and hyphens; never changed, because scripts and help pages go by it. */
    String name();

    /** What a person calls the thing. */
    String title();

    /** Nothing when the thing is not there to be looked at. */
    List<Finding> look(Site doctorContext);

    default Finding ok(String text) {
        return Finding.ok(name(), text);
    }

    default Finding warn(String text, String fix) {
        return Finding.warn(name(), title() + ": " + text, fix);
    }

    default Finding fail(String text, String fix) {
        return Finding.fail(name(), title() + ": " + text, fix);
    }
}
