package slipway.run;

import java.util.List;
import slipway.base.WorkloadId;

/** An order on its way, which remembers what it changed. */
final class Errand {

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
}
