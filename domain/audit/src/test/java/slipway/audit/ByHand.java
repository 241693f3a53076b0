package slipway.audit;

import java.util.ArrayList;
import java.util.List;
import slipway.journal.LoopExecutor;

/** A crew that works only when it is told to, so that a test decides what happens before what. */
final class ByHand implements LoopExecutor {

    private final List<Work> works = new ArrayList<>();
    private final List<String> names = new ArrayList<>();

    @Override
    public void start(String name, Work work) {
        names.add(name);
        works.add(work);
    }

    /** Until nobody has anything to do. */
    void settle() {
        boolean more = true;
        while (more) {
            more = false;
            for (Work work : List.copyOf(works)) {
                more |= round(work);
            }
        }
    }

    /** One round of one of them. */
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
