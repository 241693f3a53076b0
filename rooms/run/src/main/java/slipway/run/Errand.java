package slipway.run;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Problem;
import slipway.base.WorkloadId;

/** An order on its way, which remembers what it changed. */
final class Errand {

    private static final Logger LOG = LoggerFactory.getLogger(Errand.class);

    final Order order;
    private volatile List<WorkloadId> touched = List.of();

    Errand(Order order) {
        this.order = order;
    }

    void touches(List<WorkloadId> ids) {
        touched = ids;
    }

    List<WorkloadId> touched() {
        return touched;
    }

    /** What the journal refuses it tells of itself, once: a disk that is full refuses for hours. */
    static void notWritten(Order order, Throwable why) {
        if (why instanceof Problem || why.getCause() instanceof Problem) {
            LOG.debug("{} could not be written down", order, why);
        } else {
            LOG.warn("{} could not be written down", order, why);
        }
    }
}
