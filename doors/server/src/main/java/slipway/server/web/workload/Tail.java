package slipway.server.web.workload;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import slipway.run.Workload;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.attempt.AttemptLog;
import slipway.run.engine.AttemptId;
import slipway.server.web.queue.Scene;

/**
 * The end of a log, and where the script goes on reading.
 *
 * @param attempt 0 where there was none yet
 * @param ranks the nodes of the gang that have printed something
 * @param cut whether there is more before it
 * @param next the place of the first byte that is not shown
 * @param over whether nothing more will come
 */
public record Tail(
        int attempt,
        int rank,
        List<Integer> ranks,
        List<String> lines,
        boolean cut,
        long next,
        boolean over) {

    private static final int MOST = 64 << 10;

    /** What steers a terminal: colours, cursor, and every other control character but the tab. */
    private static final Pattern STEERS =
            Pattern.compile("\u001b\\[[0-9;?]*[ -/]*[@-~]|[\\p{Cntrl}&&[^\t\n\r]]");

    /** Of which attempt and node. */
    record Asked(int attempt, int rank) {}

    static Tail of(Workload workload, Asked asked, Scene scene) {
        int newest = workload.trail().attempts();
        boolean over = asked.attempt() < newest || workload.state().place().isEmpty();
        if (asked.attempt() < 1) {
            return new Tail(0, 0, List.of(), List.of(), false, 0, workload.state().ended());
        }
        AttemptDirectory directory =
                scene.runner().directory(new AttemptId(workload.id(), asked.attempt()));
        AttemptLog log = directory.log(asked.rank());
        long from = Math.max(0, log.end() - MOST);
        AttemptLog.Part part = log.read(from, MOST);
        List<String> lines = lines(new String(part.bytes(), StandardCharsets.UTF_8));
        boolean cut = part.at() > 0;
        return new Tail(
                asked.attempt(),
                asked.rank(),
                directory.logs(),
                cut && lines.size() > 1 ? lines.subList(1, lines.size()) : lines,
                cut,
                part.next(),
                over);
    }

    /** A line that was overwritten by a carriage return, as progress bars do, is what it was last. */
    static List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        for (String line : text.split("\n", -1)) {
            String ended = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
            String last = ended.substring(ended.lastIndexOf('\r') + 1);
            lines.add(STEERS.matcher(last).replaceAll(""));
        }
        if (lines.getLast().isEmpty()) {
            lines.removeLast();
        }
        return lines;
    }

    public boolean follows() {
        return attempt > 0 && !over;
    }
}
