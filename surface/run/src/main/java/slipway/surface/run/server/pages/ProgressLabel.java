package slipway.surface.run.server.pages;

import java.util.List;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.base.text.UntrustedText;
import slipway.run.Runner;
import slipway.run.lifecycle.Workload;
import slipway.surface.web.component.RoundedNumbers;
import slipway.surface.web.component.ShareBar;

/**
 * The latest progress that a workload reported.
 *
 * @param text for people
 * @param share of the work that is done; empty without a total
 */
public record ProgressLabel(String text, Optional<Double> share) {

    private static final int MAX_LENGTH = 160;

    /** The progress of the present attempt. */
    public static Optional<ProgressLabel> of(Workload workload, Runner runner) {
        return workload.history().attempts() == 0
                ? Optional.empty()
                : runner.directory(workload.attempt())
                        .progress()
                        .flatMap(ProgressLabel::parse)
                        .or(
                                () ->
                                        runner.status(workload)
                                                .progress()
                                                .map(ProgressLabel::ofCounters));
    }

    /** Its counters, or the last line that it wrote. */
    static Optional<ProgressLabel> parse(String text) {
        return slipway.run.attempt.JobProgress.inFile(text)
                .map(ProgressLabel::ofCounters)
                .or(() -> lastLine(text));
    }

    private static ProgressLabel ofCounters(slipway.run.attempt.JobProgress progress) {
        String text =
                "step "
                        + Format.count(progress.step())
                        + progress.total().map(all -> " of " + Format.count(all)).orElse("")
                        + progress.loss().map(loss -> ", loss " + loss).orElse("");
        return new ProgressLabel(text, progress.share());
    }

    private static Optional<ProgressLabel> lastLine(String text) {
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(new ProgressLabel(sanitized(lines.getLast()), Optional.empty()));
    }

    /** Removes control characters, because a job can write anything. */
    private static String sanitized(String line) {
        return UntrustedText.shortened(
                UntrustedText.withoutAsciiControls(line).strip(), MAX_LENGTH);
    }

    public Optional<ShareBar> bar() {
        return share.map(done -> ShareBar.progress(RoundedNumbers.percent(done) + " done", done));
    }

    /** {@code 72 %, step 20,087 of 28,000}. */
    public String words() {
        return share.map(done -> RoundedNumbers.percent(done) + ", ").orElse("") + text;
    }
}
