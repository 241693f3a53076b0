package slipway.server.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import slipway.base.text.Format;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Formats findings as text and as JSON. */
public final class DoctorReport {

    private static final int WIDE = 100;
    private static final int LABEL = 6;

    private final List<CheckResult> findings;

    public DoctorReport(List<CheckResult> findings) {
        this.findings = List.copyOf(findings);
    }

    public boolean good() {
        return count(CheckGrade.FAIL) == 0;
    }

    private long count(CheckGrade grade) {
        return of(grade).size();
    }

    /**
     * Passed checks, in two columns on a wide terminal; then warnings, failures and the count.
     *
     * @param paint colors the word of a grade; escape sequences do not count as width
     */
    public List<String> lines(int width, Function<CheckGrade, String> paint) {
        var lines =
                new ArrayList<>(
                        width >= WIDE ? paired(width / 2, paint) : all(CheckGrade.OK, paint));
        lines.addAll(all(CheckGrade.WARN, paint));
        lines.addAll(all(CheckGrade.FAIL, paint));
        lines.add(summary());
        return lines;
    }

    private List<String> paired(int half, Function<CheckGrade, String> paint) {
        var lines = new ArrayList<String>();
        Optional<String> left = Optional.empty();
        for (CheckResult next : of(CheckGrade.OK)) {
            int padding = half - LABEL - next.text().length();
            if (padding > 0 && left.isPresent()) {
                lines.add(left.get() + line(next, paint));
                left = Optional.empty();
            } else if (padding > 0) {
                left = Optional.of(line(next, paint) + " ".repeat(padding));
            } else {
                lines.add(line(next, paint));
            }
        }
        left.map(String::stripTrailing).ifPresent(lines::add);
        return lines;
    }

    private List<String> all(CheckGrade grade, Function<CheckGrade, String> paint) {
        return of(grade).stream().map(finding -> line(finding, paint)).toList();
    }

    private List<CheckResult> of(CheckGrade grade) {
        return findings.stream().filter(finding -> finding.grade() == grade).toList();
    }

    private static String line(CheckResult finding, Function<CheckGrade, String> paint) {
        return paint.apply(finding.grade())
                + " ".repeat(LABEL - finding.grade().label().length())
                + finding.text()
                + finding.fix().map(fix -> " — " + fix).orElse("");
    }

    private String summary() {
        long warnings = count(CheckGrade.WARN);
        if (good() && warnings == 0) {
            return Format.count(findings.size(), "check") + ", nothing to fix.";
        }
        String counts =
                (good() ? "Nothing fails" : Format.count(count(CheckGrade.FAIL), "failure"))
                        + (warnings == 0 ? "" : ", " + Format.count(warnings, "warning"));
        String page =
                findings.stream()
                        .filter(
                                finding ->
                                        finding.grade()
                                                == (good() ? CheckGrade.WARN : CheckGrade.FAIL))
                        .map(CheckResult::page)
                        .findFirst()
                        .orElseThrow();
        return counts + ". Each has a page: slipway help " + page;
    }

    public ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("good", good())
                .put("warnings", count(CheckGrade.WARN))
                .put("failures", count(CheckGrade.FAIL));
        var all = json.putArray("findings");
        findings.forEach(
                finding -> {
                    ObjectNode item =
                            all.addObject()
                                    .put("check", finding.check())
                                    .put("grade", finding.grade().label())
                                    .put("text", finding.text());
                    finding.fix().ifPresent(fix -> item.put("fix", fix));
                    item.put("help", finding.page());
                });
        return json;
    }
}
