package slipway.server.doctor;

import java.util.List;

/** A read-only check. A {@link slipway.base.Problem} that it throws is a failure. */
interface DoctorCheck {

    /** Lower-case letters and hyphens; stable, because scripts and help pages use it. */
    String name();

    /** The checked thing in plain words. */
    String title();

    /** The findings; none if the check does not apply. */
    List<CheckResult> run(DoctorContext context);

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
