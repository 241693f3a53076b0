package slipway.server.local.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Say;
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

    private long count(Grade grade) {
        return findings.stream().filter(found -> found.grade() == grade).count();
    }

    /** What is ok in two columns where there is room; then what is not, the worst last; then the count. */
    public List<String> lines(int width) {
        var lines = new ArrayList<>(width >= WIDE ? paired(width / 2) : single(Grade.OK));
        lines.addAll(single(Grade.WARN));
        lines.addAll(single(Grade.FAIL));
        lines.add(closing());
        return lines;
    }

    private List<String> paired(int half) {
        var lines = new ArrayList<String>();
        Optional<String> waiting = Optional.empty();
        for (String next : single(Grade.OK)) {
            boolean fits = next.length() < half;
            if (fits && waiting.isPresent()) {
                String left = waiting.get();
                lines.add(left + " ".repeat(half - left.length()) + next);
                waiting = Optional.empty();
            } else if (fits) {
                waiting = Optional.of(next);
            } else {
                lines.add(next);
            }
        }
        waiting.ifPresent(lines::add);
        return lines;
    }

    private List<String> single(Grade grade) {
        return findings.stream().filter(found -> found.grade() == grade).map(Report::line).toList();
    }

    private static String line(Finding found) {
        String word = found.grade().word();
        return word
                + " ".repeat(LABEL - word.length())
                + found.text()
                + found.fix().map(fix -> " — " + fix).orElse("");
    }

    private String closing() {
        long warnings = count(Grade.WARN);
        if (good() && warnings == 0) {
            return Say.count(findings.size(), "check") + ", nothing to fix.";
        }
        String counts =
                (good() ? "Nothing fails" : Say.count(count(Grade.FAIL), "failure"))
                        + (warnings == 0 ? "" : ", " + Say.count(warnings, "warning"));
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
