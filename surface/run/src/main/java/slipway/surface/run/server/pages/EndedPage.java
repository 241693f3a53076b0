package slipway.surface.run.server.pages;

import java.util.List;
import java.util.Optional;
import slipway.journal.table.KeyRange;
import slipway.run.lifecycle.Workload;

/**
 * A part of all that has ended, what was submitted last first.
 *
 * @param first whether nothing was submitted later
 * @param older where what was submitted earlier stands, if there is more
 */
public record EndedPage(List<EndedItem> rows, boolean first, Optional<String> older) {

    static final String PATH = "/queue/ended";
    private static final int ROWS = 50;

    static EndedPage of(VisibleWorkloads visibleWorkloads, Optional<String> before) {
        List<Workload> found =
                visibleWorkloads
                        .runner()
                        .ended(KeyRange.before(before, ROWS + 1), visibleWorkloads::looksAt);
        List<Workload> shown = found.subList(0, Math.min(ROWS, found.size()));
        return new EndedPage(
                shown.stream().map(each -> EndedItem.of(each, visibleWorkloads)).toList(),
                before.isEmpty(),
                found.size() > ROWS
                        ? Optional.of(PATH + "?before=" + shown.getLast().id())
                        : Optional.empty());
    }
}
