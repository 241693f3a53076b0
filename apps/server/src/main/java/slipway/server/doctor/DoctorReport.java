package slipway.server.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import slipway.base.text.Format;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Findings as a person reads them, and as a program does. */
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

    private long count(CheckGrade checkGrade) {
        return of(checkGrade).size();
    }

    /**
     * What is ok in two columns where there is room; then what is not, the worst last; then the count.
     *
     * @param paint how the word of a grade is shown; what it adds takes no room
     */
    public List<String> lines(int width, Function<CheckGrade, String> paint) {
        var lines =
                new ArrayList<>(
                        width >= WIDE ? paired(width / 2, paint) : all(CheckGrade.OK, paint));
        lines.addAll(all(CheckGrade.WARN, paint));
        lines.addAll(all(CheckGrade.FAIL, paint));
        lines.add(closing());
        return lines;
    }

    private List<String> paired(int half, Function<CheckGrade, String> paint) {
        var lines = new ArrayList<String>();
        Optional<String> waiting = Optional.empty();
        for (CheckResult next : of(CheckGrade.OK)) {
            int room = half - LABEL - next.text().length();
            if (room > 0 && waiting.isPresent()) {
                lines.add(waiting.get() + line(next, paint));
                waiting = Optional.empty();
            } else if (room > 0) {
                waiting = Optional.of(line(next, paint) + " ".repeat(room));
            } else {
                lines.add(line(next, paint));
            }
        }
        waiting.map(String::stripTrailing).ifPresent(lines::add);
        return lines;
    }

    private List<String> all(CheckGrade checkGrade, Function<CheckGrade, String> paint) {
        return of(checkGrade).stream().map(found -> line(found, paint)).toList();
    }

    private List<CheckResult> of(CheckGrade checkGrade) {
        return findings.stream().filter(found -> found.grade() == checkGrade).toList();
    }

    private static String line(CheckResult found, Function<CheckGrade, String> paint) {
        return paint.apply(found.grade())
                + " ".repeat(LABEL - found.grade().word().length())
                + found.text()
                + found.fix().map(fix -> " — " + fix).orElse("");
    }

    private String closing() {
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
                                found ->
                                        found.grade()
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
                found -> {
                    ObjectNode one =
                            all.addObject()
                                    .put("check", found.check())
                                    .put("grade", found.grade().word())
                                    .put("text", found.text());
                    found.fix().ifPresent(fix -> one.put("fix", fix));
                    one.put("help", found.page());
                });
        return json;
    }
}
