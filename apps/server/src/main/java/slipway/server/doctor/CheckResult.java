package slipway.server.doctor;

import java.util.Optional;
import slipway.base.Problem;

/**
 * What a check found.
 *
 * @param check its name, which is also that of its help page
 * @param text what is so; of a thing that is not ok, after a colon behind its name
 * @param fix what to do about it; what is ok has none
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

    /** Trouble of the product itself says what is so and what to do. */
    static CheckResult fail(String check, String title, Problem problem) {
        return fail(check, title + ": " + problem.what() + " " + problem.why(), problem.next());
    }

    /** The page of {@code slipway help} that says more. */
    public String page() {
        return "doctor/" + check;
    }
}
