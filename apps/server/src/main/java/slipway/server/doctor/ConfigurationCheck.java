package slipway.server.doctor;

import java.util.ArrayList;
import java.util.List;
import slipway.base.Mistake;
import slipway.base.Problem;
import slipway.base.text.Format;
import slipway.server.config.Config;
import slipway.spec.BlockValues;

/** The configuration, which all other checks need. */
final class ConfigurationCheck {

    static final String NAME = "configuration";

    private ConfigurationCheck() {}

    static List<CheckResult> good(Config config) {
        long set =
                config.rows().stream()
                        .filter(row -> !row.from().equals(BlockValues.DEFAULT))
                        .count();
        var findings = new ArrayList<CheckResult>();
        findings.add(
                CheckResult.ok(
                        NAME,
                        set == 0
                                ? "configuration: all defaults"
                                : "configuration read, " + Format.count(set, "setting") + " set"));
        config.warnings()
                .forEach(
                        warning ->
                                findings.add(
                                        CheckResult.warn(
                                                NAME,
                                                NAME + ": " + sentence(warning),
                                                "correct or remove it")));
        return findings;
    }

    static List<CheckResult> bad(Problem problem) {
        if (problem.mistakes().isEmpty()) {
            return List.of(CheckResult.fail(NAME, NAME, problem));
        }
        return problem.mistakes().stream()
                .map(
                        mistake ->
                                CheckResult.fail(
                                        NAME,
                                        NAME + ": " + sentence(mistake),
                                        "correct it; checks that need the configuration were skipped"))
                .toList();
    }

    private static String sentence(Mistake mistake) {
        return mistake.location() + ": " + mistake.sentence();
    }
}
