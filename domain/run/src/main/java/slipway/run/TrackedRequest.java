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

/** A request on its way through the journal; it remembers which workloads it changed. */
final class TrackedRequest {

    private static final Logger LOG = LoggerFactory.getLogger(TrackedRequest.class);

    final RunRequest request;
    private volatile List<WorkloadId> changed = List.of();

    TrackedRequest(RunRequest runRequest) {
        this.request = runRequest;
    }

    /** Records which workloads the commit changes; they are notified once it is durable. */
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

    /**
     * Logs a failed write. The journal itself reports a problem such as a full disk, once, so that is only debug
     * output here.
     */
    static void logNotWritten(RunRequest runRequest, Throwable why) {
        if (why instanceof Problem || why.getCause() instanceof Problem) {
            LOG.debug("{} could not be recorded", runRequest, why);
        } else {
            LOG.warn("{} could not be recorded", runRequest, why);
        }
    }
}
