package slipway.audit;

import java.util.ArrayList;
import java.util.List;
import slipway.journal.LoopExecutor;

/** An executor that runs loops only on request, so that a test decides the order of steps. */
final class ManualLoops implements LoopExecutor {

    private final List<Work> works = new ArrayList<>();
    private final List<String> names = new ArrayList<>();

    @Override
    public void start(String name, Work work) {
        names.add(name);
        works.add(work);
    }

    /** Runs all loops until none has work. */
    void settle() {
        boolean more = true;
        while (more) {
            more = false;
            for (Work work : List.copyOf(works)) {
                more |= round(work);
            }
        }
    }

    /** Runs one round of one loop. */
    boolean turn(String name) {
        return round(works.get(names.indexOf(name)));
    }

    private static boolean round(Work work) {
        try {
            return work.round(false);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {}
}
