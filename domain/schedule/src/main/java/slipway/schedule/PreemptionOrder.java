package slipway.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import slipway.schedule.snapshot.SchedulableWorkload;

/**
 * Tenants in the order of {@link TeamShare#KEEPS_FIRST}. Who starts is the youngest of its priority and so stands at
 * the
 * end; who has gone is only struck off, and cleared away with the others when half of the list is. Both cost next to
 * nothing, which is what matters: they happen with every start and every end, while the list is rarely read.
 */
final class PreemptionOrder {

    private static final int PRIORITIES = SchedulableWorkload.Priority.values().length;
    private static final int FEW = 16;

    private final List<List<RunningJob>> byPriority = new ArrayList<>();
    private final int[] gone = new int[PRIORITIES];
    private int size;

    PreemptionOrder() {
        for (int each = 0; each < PRIORITIES; each++) {
            byPriority.add(new ArrayList<>());
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    void add(RunningJob runningJob) {
        List<RunningJob> there = byPriority.get(runningJob.priority());
        if (there.isEmpty() || there.getLast().keepsBefore(runningJob) < 0) {
            there.add(runningJob);
        } else {
            there.add(place(there, runningJob), runningJob);
        }
        size++;
    }

    /** Behind its own former self, where that is only struck off. */
    private static int place(List<RunningJob> there, RunningJob runningJob) {
        int found = Collections.binarySearch(there, runningJob, TeamShare.KEEPS_FIRST);
        return found >= 0 ? found + 1 : -1 - found;
    }

    /** After it was unseated. */
    void strike(RunningJob runningJob) {
        int priority = runningJob.priority();
        List<RunningJob> there = byPriority.get(priority);
        gone[priority]++;
        size--;
        if (gone[priority] > FEW + there.size() / 2) {
            there.removeIf(each -> !each.seated());
            gone[priority] = 0;
        }
    }

    /** The highest priority and the oldest first. */
    List<RunningJob> inOrder() {
        List<RunningJob> found = new ArrayList<>();
        for (List<RunningJob> there : byPriority.reversed()) {
            for (RunningJob runningJob : there) {
                if (runningJob.seated()) {
                    found.add(runningJob);
                }
            }
        }
        return found;
    }

    /** The lowest and youngest, until they have so much; those who leave anyway do not count. */
    List<RunningJob> last(int thousandths) {
        List<RunningJob> found = new ArrayList<>();
        int left = thousandths;
        for (List<RunningJob> there : byPriority) {
            for (int each = there.size() - 1; each >= 0 && left > 0; each--) {
                RunningJob runningJob = there.get(each);
                if (runningJob.seated() && !runningJob.leaving()) {
                    left -= runningJob.whole();
                    found.add(runningJob);
                }
            }
        }
        return found;
    }
}
