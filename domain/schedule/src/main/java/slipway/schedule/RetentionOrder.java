package slipway.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import slipway.schedule.snapshot.SchedulableWorkload;

/**
 * Tenants in the order of {@link TeamShare#RETENTION_ORDER}. Who starts is the youngest of its priority and so stands at
 * the
 * end; who has gone is only struck off, and cleared away with the others when half of the list is. Both cost next to
 * nothing, which is what matters: they happen with every start and every end, while the list is rarely read.
 */
final class RetentionOrder {

    private static final int PRIORITIES = SchedulableWorkload.Priority.values().length;
    private static final int SLACK = 16;

    private final List<List<RunningJob>> byPriority = new ArrayList<>();
    private final int[] removed = new int[PRIORITIES];
    private int size;

    RetentionOrder() {
        for (int each = 0; each < PRIORITIES; each++) {
            byPriority.add(new ArrayList<>());
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    void add(RunningJob runningJob) {
        List<RunningJob> jobs = byPriority.get(runningJob.priority());
        if (jobs.isEmpty() || jobs.getLast().compareRetention(runningJob) < 0) {
            jobs.add(runningJob);
        } else {
            jobs.add(insertionPoint(jobs, runningJob), runningJob);
        }
        size++;
    }

    /** Behind its own former self, where that is only struck off. */
    private static int insertionPoint(List<RunningJob> jobs, RunningJob runningJob) {
        int found = Collections.binarySearch(jobs, runningJob, TeamShare.RETENTION_ORDER);
        return found >= 0 ? found + 1 : -1 - found;
    }

    /** After it was unseated. */
    void remove(RunningJob runningJob) {
        int priority = runningJob.priority();
        List<RunningJob> jobs = byPriority.get(priority);
        removed[priority]++;
        size--;
        if (removed[priority] > SLACK + jobs.size() / 2) {
            jobs.removeIf(each -> !each.placed());
            removed[priority] = 0;
        }
    }

    /** The highest priority and the oldest first. */
    List<RunningJob> inOrder() {
        List<RunningJob> found = new ArrayList<>();
        for (List<RunningJob> jobs : byPriority.reversed()) {
            for (RunningJob runningJob : jobs) {
                if (runningJob.placed()) {
                    found.add(runningJob);
                }
            }
        }
        return found;
    }

    /** The lowest and youngest, until they have so much; those who leave anyway do not count. */
    List<RunningJob> lowest(int thousandths) {
        List<RunningJob> found = new ArrayList<>();
        int left = thousandths;
        for (List<RunningJob> jobs : byPriority) {
            for (int each = jobs.size() - 1; each >= 0 && left > 0; each--) {
                RunningJob runningJob = jobs.get(each);
                if (runningJob.placed() && !runningJob.departing()) {
                    left -= runningJob.thousandths();
                    found.add(runningJob);
                }
            }
        }
        return found;
    }
}
