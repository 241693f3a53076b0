package slipway.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import slipway.schedule.snapshot.SchedulableWorkload;

/**
 * Running jobs in {@link TeamShare#RETENTION_ORDER}: preemption takes them from the end. A job that starts is the
 * youngest of its priority, so it is appended; a job that ends is only marked, and marked jobs are removed when they
 * are half of the list. Both cost almost nothing, because they happen with every start and every end, while the list is
 * rarely read.
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

    /** After an earlier entry of the same job that is only marked as removed. */
    private static int insertionPoint(List<RunningJob> jobs, RunningJob runningJob) {
        int found = Collections.binarySearch(jobs, runningJob, TeamShare.RETENTION_ORDER);
        return found >= 0 ? found + 1 : -1 - found;
    }

    /** Call after the job was marked as removed. */
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

    /** The highest priority first, then the oldest. */
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

    /** The lowest priority first, then the youngest, until they hold this much; departing jobs do not count. */
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
