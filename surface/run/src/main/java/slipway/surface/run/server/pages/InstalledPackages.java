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
 * The installed packages of an attempt, as recorded on its node. The job could have written this file, so it is
 * sanitized like a log, and unknown lines are ignored.
 *
 * @param packages the first ones, as pip or conda name them
 * @param more how many packages are not listed
 */
public record InstalledPackages(List<FactItem> facts, List<String> packages, int more) {

    private static final int MAX_PACKAGES = 1_000;
    private static final int MAX_LENGTH = 300;
    private static final String SETUP_RAN = "ran";

    static Optional<InstalledPackages> of(Runner runner, AttemptId attempt, int rank) {
        return runner.directory(attempt)
                .environment(rank)
                .map(text -> LogText.of(text.getBytes(StandardCharsets.UTF_8), true).text())
                .map(text -> of(text.lines().toList()));
    }

    /** Lines such as {@code python 3.11.7} and {@code package torch==2.3.0}. */
    static InstalledPackages of(List<String> lines) {
        List<String> packages = new ArrayList<>(values(lines, "package"));
        packages.addAll(values(lines, "conda"));
        List<FactItem> facts = new ArrayList<>();
        facts.add(FactItem.of("Environment", first(lines, "environment").orElse("unknown")));
        first(lines, "container").ifPresent(it -> facts.add(FactItem.of("Run by", it)));
        first(lines, "image").ifPresent(it -> facts.add(FactItem.of("Image digest", it)));
        facts.add(FactItem.of("Python", first(lines, "python").orElse("unknown")));
        facts.add(FactItem.of("Packages", Format.count(packages.size())));
        facts.add(FactItem.of("GPU driver", first(lines, "driver").orElse("none")));
        first(lines, "setup").ifPresent(it -> facts.add(FactItem.of("Setup", setup(it))));
        List<String> shown = packages.stream().sorted().limit(MAX_PACKAGES).toList();
        return new InstalledPackages(facts, shown, packages.size() - shown.size());
    }

    private static String setup(String how) {
        return how.equals(SETUP_RAN) ? "ran in this attempt" : "skipped: " + how;
    }

    private static Optional<String> first(List<String> lines, String key) {
        return values(lines, key).stream().findFirst();
    }

    private static List<String> values(List<String> lines, String key) {
        return lines.stream()
                .filter(line -> line.startsWith(key + " "))
                .map(line -> line.substring(key.length() + 1).strip())
                .map(
                        text ->
                                text.length() <= MAX_LENGTH
                                        ? text
                                        : text.substring(0, MAX_LENGTH) + "…")
                .toList();
    }
}
