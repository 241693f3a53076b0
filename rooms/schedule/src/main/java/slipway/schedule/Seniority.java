package slipway.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import slipway.schedule.picture.Workload;

/**
 * Tenants in the order of {@link Share#KEEPS_FIRST}. Who starts is the youngest of its priority and so stands at the
 * end; who has gone is only struck off, and cleared away with the others when half of the list is. Both cost next to
 * nothing, which is what matters: they happen with every start and every end, while the list is rarely read.
 */
final class Seniority {

    private static final int PRIORITIES = Workload.Priority.values().length;
    private static final int FEW = 16;

    private final List<List<Tenant>> byPriority = new ArrayList<>();
    private final int[] gone = new int[PRIORITIES];
    private int size;

    Seniority() {
        for (int each = 0; each < PRIORITIES; each++) {
            byPriority.add(new ArrayList<>());
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    void add(Tenant runningJob) {
        List<Tenant> there = byPriority.get(runningJob.priority());
        if (there.isEmpty() || there.getLast().keepsBefore(runningJob) < 0) {
            there.add(runningJob);
        } else {
            there.add(place(there, runningJob), runningJob);
        }
        size++;
    }

    /** Behind its own former self, where that is only struck off. */
    private static int place(List<Tenant> there, Tenant runningJob) {
        int found = Collections.binarySearch(there, runningJob, Share.KEEPS_FIRST);
        return found >= 0 ? found + 1 : -1 - found;
    }

    /** After it was unseated. */
    void strike(Tenant runningJob) {
        int priority = runningJob.priority();
        List<Tenant> there = byPriority.get(priority);
        gone[priority]++;
        size--;
        if (gone[priority] > FEW + there.size() / 2) {
            there.removeIf(each -> !each.seated());
            gone[priority] = 0;
        }
    }

    /** The highest priority and the oldest first. */
    List<Tenant> inOrder() {
        List<Tenant> found = new ArrayList<>();
        for (List<Tenant> there : byPriority.reversed()) {
            for (Tenant runningJob : there) {
                if (runningJob.seated()) {
                    found.add(runningJob);
                }
            }
        }
        return found;
    }

    /** The lowest and youngest, until they have so much; those who leave anyway do not count. */
    List<Tenant> last(int thousandths) {
        List<Tenant> found = new ArrayList<>();
        int left = thousandths;
        for (List<Tenant> there : byPriority) {
            for (int each = there.size() - 1; each >= 0 && left > 0; each--) {
                Tenant runningJob = there.get(each);
                if (runningJob.seated() && !runningJob.leaving()) {
                    left -= runningJob.whole();
                    found.add(runningJob);
                }
            }
        }
        return found;
    }
}
