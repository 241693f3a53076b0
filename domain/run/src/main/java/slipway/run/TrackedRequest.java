package slipway.run;

import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Problem;
import slipway.base.WorkloadId;
import slipway.journal.Commit;
import slipway.journal.table.RowChange;
import slipway.run.lifecycle.RunRequest;
import slipway.run.lifecycle.WorkloadRow;

/** An order on its way, which remembers what it changed. */
final class TrackedRequest {

    private static final Logger LOG = LoggerFactory.getLogger(TrackedRequest.class);

    final RunRequest request;
    private volatile List<WorkloadId> changed = List.of();

    TrackedRequest(RunRequest runRequest) {
        this.request = runRequest;
    }

    /** Notes for whom it was decided: they are looked at again once it is durable. */
    void recordChanges(Commit commit) {
        changed =
                commit.rows().stream()
                        .flatMap(
                                rowChange ->
                                        rowChange instanceof RowChange.Put<?>(_, WorkloadRow put)
                                                ? Stream.of(put.id())
                                                : Stream.empty())
                        .distinct()
                        .toList();
    }

    List<WorkloadId> changed() {
        return changed;
    }

    /** What the journal refuses it tells of itself, once: a disk that is full refuses for hours. */
    static void logNotWritten(RunRequest runRequest, Throwable why) {
        if (why instanceof Problem || why.getCause() instanceof Problem) {
            LOG.debug("{} could not be written down", runRequest, why);
        } else {
            LOG.warn("{} could not be written down", runRequest, why);
        }
    }
}
