package slipway.surface.run.server.pages;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.run.Runner;
import slipway.run.attempt.LogText;
import slipway.run.engine.AttemptId;
import slipway.surface.web.component.FactItem;

/**
 * What was installed around an attempt, as its node wrote it down. The job could have written it, so it is shown as a
 * log is, and what is not understood is left out.
 *
 * @param packages as pip or conda name them, the first of them
 * @param more so many are left out
 */
public record InstalledPackages(List<FactItem> facts, List<String> packages, int more) {

    private static final int MOST = 1_000;
    private static final int LONGEST = 300;
    private static final String RAN = "ran";

    static Optional<InstalledPackages> of(Runner runner, AttemptId attempt, int rank) {
        return runner.directory(attempt)
                .environment(rank)
                .map(text -> LogText.of(text.getBytes(StandardCharsets.UTF_8), true).text())
                .map(text -> of(text.lines().toList()));
    }

    /** Lines such as {@code python 3.11.7} and {@code package torch==2.3.0}. */
    static InstalledPackages of(List<String> lines) {
        List<String> packages = new ArrayList<>(said(lines, "package"));
        packages.addAll(said(lines, "conda"));
        List<FactItem> facts = new ArrayList<>();
        facts.add(FactItem.of("Environment", first(lines, "environment").orElse("unknown")));
        first(lines, "container").ifPresent(it -> facts.add(FactItem.of("Run by", it)));
        first(lines, "image").ifPresent(it -> facts.add(FactItem.of("Image digest", it)));
        facts.add(FactItem.of("Python", first(lines, "python").orElse("unknown")));
        facts.add(FactItem.of("Packages", Format.count(packages.size())));
        facts.add(FactItem.of("GPU driver", first(lines, "driver").orElse("none")));
        first(lines, "setup").ifPresent(it -> facts.add(FactItem.of("Setup", setup(it))));
        List<String> shown = packages.stream().sorted().limit(MOST).toList();
        return new InstalledPackages(facts, shown, packages.size() - shown.size());
    }

    private static String setup(String how) {
        return how.equals(RAN) ? "ran in this attempt" : "not run again, as " + how;
    }

    private static Optional<String> first(List<String> lines, String about) {
        return said(lines, about).stream().findFirst();
    }

    private static List<String> said(List<String> lines, String about) {
        return lines.stream()
                .filter(line -> line.startsWith(about + " "))
                .map(line -> line.substring(about.length() + 1).strip())
                .map(text -> text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…")
                .toList();
    }
}
