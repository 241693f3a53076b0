package slipway.server.web.queue;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.Say;
import slipway.run.Runner;
import slipway.run.Workload;
import slipway.server.web.part.Bar;
import slipway.server.web.part.Rounded;

/**
 * What a workload last said of its progress.
 *
 * @param text as people read it
 * @param share how much is done; empty where it did not say of how much
 */
public record Progress(String text, Optional<Double> share) {

    private static final int LONGEST = 160;

    /** {@code "step":12} as JSON, {@code step=12}, {@code step 12/100}. */
    private static final Pattern STEP = number("step");

    private static final Pattern TOTAL = number("total");
    private static final Pattern OF = Pattern.compile("\\b(\\d{1,15})\\s*/\\s*(\\d{1,15})\\b");
    private static final Pattern LOSS =
            Pattern.compile(
                    "\"?loss\"?\\s*[:= ]\\s*(-?\\d{1,12}(?:\\.\\d{1,30})?(?:e[-+]?\\d{1,3})?)");

    private static Pattern number(String name) {
        return Pattern.compile("\"?\\b" + name + "\"?\\s*[:= ]\\s*(\\d{1,15})");
    }

    /** Of the present attempt. */
    public static Optional<Progress> of(Workload workload, Runner runner) {
        return workload.trail().attempts() == 0
                ? Optional.empty()
                : runner.directory(workload.attempt())
                        .progress()
                        .flatMap(Progress::read)
                        .or(() -> runner.vitals(workload).progress().map(Progress::printed));
    }

    /** What its log says. */
    private static Progress printed(slipway.run.attempt.Progress said) {
        String words =
                "step "
                        + Say.count(said.step())
                        + said.total().map(all -> " of " + Say.count(all)).orElse("")
                        + said.loss().map(loss -> ", loss " + loss).orElse("");
        return new Progress(words, said.share());
    }

    /** The last line counts. */
    static Optional<Progress> read(String text) {
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        return lines.isEmpty() ? Optional.empty() : Optional.of(line(plain(lines.getLast())));
    }

    private static Progress line(String line) {
        Matcher of = OF.matcher(line);
        if (of.find()) {
            return counted(Long.parseLong(of.group(1)), found(of.group(2)), line);
        }
        Optional<Long> step = find(STEP, line);
        return step.map(at -> counted(at, find(TOTAL, line), line))
                .orElseGet(() -> new Progress(line, Optional.empty()));
    }

    private static Optional<Long> found(String digits) {
        return Optional.of(Long.parseLong(digits));
    }

    private static Optional<Long> find(Pattern pattern, String line) {
        Matcher matcher = pattern.matcher(line.toLowerCase(Locale.ROOT));
        return matcher.find() ? found(matcher.group(1)) : Optional.empty();
    }

    private static Progress counted(long step, Optional<Long> total, String line) {
        Matcher loss = LOSS.matcher(line.toLowerCase(Locale.ROOT));
        String words =
                "step "
                        + Say.count(step)
                        + total.map(all -> " of " + Say.count(all)).orElse("")
                        + (loss.find() ? ", loss " + loss.group(1) : "");
        return new Progress(
                words, total.filter(all -> all > 0).map(all -> Math.min(1, step / (double) all)));
    }

    /** Jobs write what they like. */
    private static String plain(String line) {
        String clean = line.replaceAll("\\p{Cntrl}", " ").strip();
        return clean.length() <= LONGEST ? clean : clean.substring(0, LONGEST) + "…";
    }

    public Optional<Bar> bar() {
        return share.map(done -> Bar.progress(Rounded.percent(done) + " done", done));
    }

    /** {@code 72 %, step 20,087 of 28,000}. */
    public String words() {
        return share.map(done -> Rounded.percent(done) + ", ").orElse("") + text;
    }
}
