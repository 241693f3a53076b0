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
 * What a workload last said of its progress.
 *
 * @param text as people read it
 * @param share how much is done; empty where it did not say of how much
 */
public record ProgressLabel(String text, Optional<Double> share) {

    private static final int LONGEST = 160;

    /** Of the present attempt. */
    public static Optional<ProgressLabel> of(Workload workload, Runner runner) {
        return workload.history().attempts() == 0
                ? Optional.empty()
                : runner.directory(workload.attempt())
                        .progress()
                        .flatMap(ProgressLabel::read)
                        .or(() -> runner.status(workload).progress().map(ProgressLabel::counted));
    }

    /** What it counts, else the last thing it wrote. */
    static Optional<ProgressLabel> read(String text) {
        return slipway.run.attempt.JobProgress.inFile(text)
                .map(ProgressLabel::counted)
                .or(() -> words(text));
    }

    private static ProgressLabel counted(slipway.run.attempt.JobProgress said) {
        String words =
                "step "
                        + Format.count(said.step())
                        + said.total().map(all -> " of " + Format.count(all)).orElse("")
                        + said.loss().map(loss -> ", loss " + loss).orElse("");
        return new ProgressLabel(words, said.share());
    }

    private static Optional<ProgressLabel> words(String text) {
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(new ProgressLabel(plain(lines.getLast()), Optional.empty()));
    }

    /** Jobs write what they like. */
    private static String plain(String line) {
        return UntrustedText.shortened(UntrustedText.withoutAsciiControls(line).strip(), LONGEST);
    }

    public Optional<ShareBar> bar() {
        return share.map(done -> ShareBar.progress(RoundedNumbers.percent(done) + " done", done));
    }

    /** {@code 72 %, step 20,087 of 28,000}. */
    public String words() {
        return share.map(done -> RoundedNumbers.percent(done) + ", ").orElse("") + text;
    }
}
