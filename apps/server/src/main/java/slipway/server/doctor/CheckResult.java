package slipway.server.doctor;

import java.util.Optional;
import slipway.base.Problem;

/**
 * A finding of a check.
 *
 * @param check the name of the check and of its help page
 * @param text the finding; a warning or failure begins with the title of the check and a colon
 * @param fix the next step; empty if ok
 */
public record CheckResult(String check, CheckGrade grade, String text, Optional<String> fix) {

    static CheckResult ok(String check, String text) {
        return new CheckResult(check, CheckGrade.OK, text, Optional.empty());
    }

    static CheckResult warn(String check, String text, String fix) {
        return new CheckResult(check, CheckGrade.WARN, text, Optional.of(fix));
    }

    static CheckResult fail(String check, String text, String fix) {
        return new CheckResult(check, CheckGrade.FAIL, text, Optional.of(fix));
    }

    /** A failure from a problem, which contains its own fix. */
    static CheckResult fail(String check, String title, Problem problem) {
        return fail(check, title + ": " + problem.what() + " " + problem.why(), problem.next());
    }

    /** The page of {@code slipway help} about this check. */
    public String page() {
        return "doctor/" + check;
    }
}
