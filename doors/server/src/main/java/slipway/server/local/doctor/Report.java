package slipway.server.local.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import slipway.base.Format;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Findings as a person reads them, and as a program does. */
public final class Report {

    private static final int WIDE = 100;
    private static final int LABEL = 6;

    private final List<Finding> findings;

    public Report(List<Finding> findings) {
        this.findings = List.copyOf(findings);
    }

    public boolean good() {
        return count(Grade.FAIL) == 0;
    }

    private long count(Grade checkGrade) {
        return of(checkGrade).size();
    }

    /**
     * What is ok in two columns where there is room; then what is not, the worst last; then the count.
     *
     * @param paint how the word of a grade is shown; what it adds takes no room
     */
    public List<String> lines(int width, Function<Grade, String> paint) {
        var lines =
                new ArrayList<>(width >= WIDE ? paired(width / 2, paint) : all(Grade.OK, paint));
        lines.addAll(all(Grade.WARN, paint));
        lines.addAll(all(Grade.FAIL, paint));
        lines.add(closing());
        return lines;
    }

    private List<String> paired(int half, Function<Grade, String> paint) {
        var lines = new ArrayList<String>();
        Optional<String> waiting = Optional.empty();
        for (Finding next : of(Grade.OK)) {
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

    private List<String> all(Grade checkGrade, Function<Grade, String> paint) {
        return of(checkGrade).stream().map(found -> line(found, paint)).toList();
    }

    private List<Finding> of(Grade checkGrade) {
        return findings.stream().filter(found -> found.grade() == checkGrade).toList();
    }

    private static String line(Finding found, Function<Grade, String> paint) {
        return paint.apply(found.grade())
                + " ".repeat(LABEL - found.grade().word().length())
                + found.text()
                + found.fix().map(fix -> " — " + fix).orElse("");
    }

    private String closing() {
        long warnings = count(Grade.WARN);
        if (good() && warnings == 0) {
            return Format.count(findings.size(), "check") + ", nothing to fix.";
        }
        String counts =
                (good() ? "Nothing fails" : Format.count(count(Grade.FAIL), "failure"))
                        + (warnings == 0 ? "" : ", " + Format.count(warnings, "warning"));
        String page =
                findings.stream()
                        .filter(found -> found.grade() == (good() ? Grade.WARN : Grade.FAIL))
                        .map(Finding::page)
                        .findFirst()
                        .orElseThrow();
        return counts + ". Each has a page: slipway help " + page;
    }

    public ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("good", good())
                .put("warnings", count(Grade.WARN))
                .put("failures", count(Grade.FAIL));
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
