package slipway.surface.run.server.pages;

import java.util.List;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.attempt.AttemptLogReader;
import slipway.run.attempt.LogText;
import slipway.run.engine.AttemptId;
import slipway.run.lifecycle.Workload;

/**
 * The end of a log, and where the script goes on reading.
 *
 * @param attempt 0 where there was none yet
 * @param nodes those of the gang that have printed something
 * @param next the place of the first byte that is not shown
 * @param over whether nothing more will come
 */
public record LogTail(
        int attempt,
        int rank,
        List<Printing> nodes,
        List<String> lines,
        Edges edges,
        long next,
        boolean over) {

    private static final int MOST = 64 << 10;

    /**
     * @param cut whether there is more before it
     * @param open whether its last line goes on
     */
    public record Edges(boolean cut, boolean open) {

        static final Edges NONE = new Edges(false, false);
    }

    /**
     * A node of the gang.
     *
     * @param name its own where that is known
     */
    public record Printing(int rank, String name) {

        static Printing of(AttemptDirectory directory, int rank) {
            return new Printing(rank, directory.node(rank).orElse("Node " + rank));
        }
    }

    /** Of which attempt and node. */
    record Asked(int attempt, int rank) {}

    static LogTail of(Workload workload, Asked asked, VisibleWorkloads visibleWorkloads) {
        int newest = workload.history().attempts();
        boolean over = asked.attempt() < newest || workload.state().currentPlacement().isEmpty();
        if (asked.attempt() < 1) {
            return new LogTail(0, 0, List.of(), List.of(), Edges.NONE, 0, workload.state().ended());
        }
        AttemptDirectory directory =
                visibleWorkloads.runner().directory(new AttemptId(workload.id(), asked.attempt()));
        AttemptLogReader log = directory.log(asked.rank());
        long from = Math.max(0, log.end() - MOST);
        AttemptLogReader.Part part = log.read(from, MOST);
        LogText text = LogText.of(part.bytes(), over);
        List<String> lines = text.text().lines().toList();
        boolean cut = part.at() > 0;
        return new LogTail(
                asked.attempt(),
                asked.rank(),
                directory.logs().stream().map(rank -> Printing.of(directory, rank)).toList(),
                cut && lines.size() > 1 ? lines.subList(1, lines.size()) : lines,
                new Edges(cut, !text.text().isEmpty() && !text.text().endsWith("\n")),
                part.at() + text.used(),
                over);
    }

    public boolean follows() {
        return attempt > 0 && !over;
    }
}
