package slipway.surface.run.server.pages;

import java.util.List;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.attempt.AttemptLogReader;
import slipway.run.attempt.LogText;
import slipway.run.engine.AttemptId;
import slipway.run.lifecycle.Workload;

/**
 * The end of a log, and the offset where the script of the page continues.
 *
 * @param attempt 0 before the first attempt
 * @param nodes the nodes of the gang that have printed something
 * @param next the offset of the first byte that is not shown
 * @param over whether the log is complete
 */
public record LogTail(
        int attempt,
        int rank,
        List<GangNode> nodes,
        List<String> lines,
        Edges edges,
        long next,
        boolean over) {

    private static final int MAX_BYTES = 64 << 10;

    /**
     * @param cut whether earlier output is not shown
     * @param open whether its last line is incomplete
     */
    public record Edges(boolean cut, boolean open) {

        static final Edges NONE = new Edges(false, false);
    }

    /**
     * A node of the gang.
     *
     * @param name {@code Node 3} if its name is unknown
     */
    public record GangNode(int rank, String name) {

        static GangNode of(AttemptDirectory directory, int rank) {
            return new GangNode(rank, directory.node(rank).orElse("Node " + rank));
        }
    }

    /** The requested log. */
    record Selection(int attempt, int rank) {}

    static LogTail of(Workload workload, Selection selection, VisibleWorkloads visibleWorkloads) {
        int newest = workload.history().attempts();
        boolean over =
                selection.attempt() < newest || workload.state().currentPlacement().isEmpty();
        if (selection.attempt() < 1) {
            return new LogTail(0, 0, List.of(), List.of(), Edges.NONE, 0, workload.state().ended());
        }
        AttemptDirectory directory =
                visibleWorkloads
                        .runner()
                        .directory(new AttemptId(workload.id(), selection.attempt()));
        AttemptLogReader log = directory.log(selection.rank());
        long from = Math.max(0, log.end() - MAX_BYTES);
        AttemptLogReader.Part part = log.read(from, MAX_BYTES);
        LogText text = LogText.of(part.bytes(), over);
        List<String> lines = text.text().lines().toList();
        boolean cut = part.at() > 0;
        return new LogTail(
                selection.attempt(),
                selection.rank(),
                directory.logs().stream().map(rank -> GangNode.of(directory, rank)).toList(),
                cut && lines.size() > 1 ? lines.subList(1, lines.size()) : lines,
                new Edges(cut, !text.text().isEmpty() && !text.text().endsWith("\n")),
                part.at() + text.used(),
                over);
    }

    public boolean follows() {
        return attempt > 0 && !over;
    }
}
