package slipway.surface.run.server.pages;

import java.util.List;
import java.util.Optional;
import slipway.journal.table.KeyRange;
import slipway.run.lifecycle.Workload;

/**
 * A page of ended workloads, newest submission first.
 *
 * @param first whether this is the first page
 * @param older the path of the next page
 */
public record EndedPage(List<EndedItem> rows, boolean first, Optional<String> older) {

    static final String PATH = "/queue/ended";
    private static final int ROWS = 50;

    static EndedPage of(VisibleWorkloads visibleWorkloads, Optional<String> before) {
        List<Workload> ended =
                visibleWorkloads
                        .runner()
                        .ended(KeyRange.before(before, ROWS + 1), visibleWorkloads::shows);
        List<Workload> shown = ended.subList(0, Math.min(ROWS, ended.size()));
        return new EndedPage(
                shown.stream().map(each -> EndedItem.of(each, visibleWorkloads)).toList(),
                before.isEmpty(),
                ended.size() > ROWS
                        ? Optional.of(PATH + "?before=" + shown.getLast().id())
                        : Optional.empty());
    }
}
