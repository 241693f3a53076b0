package slipway.server.doctor;

import java.util.List;

/** Looks at one thing and changes nothing. A {@link slipway.base.Problem} that it throws is a failure it found. */
interface DoctorCheck {

    /** In lower case, of letters and hyphens; never changed, because scripts and help pages go by it. */
    String name();

    /** What a person calls the thing. */
    String title();

    /** Nothing when the thing is not there to be looked at. */
    List<CheckResult> look(DoctorContext doctorContext);

    default CheckResult ok(String text) {
        return CheckResult.ok(name(), text);
    }

    default CheckResult warn(String text, String fix) {
        return CheckResult.warn(name(), title() + ": " + text, fix);
    }

    default CheckResult fail(String text, String fix) {
        return CheckResult.fail(name(), title() + ": " + text, fix);
    }
}
