package slipway.simulate.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A trace: its jobs in the order of submission, and the excluded ones by reason.
 *
 * @param dropped the number of excluded jobs by reason, as named in the result: {@code zero_duration}
 */
public record Trace(List<TraceJob> jobs, Map<String, Integer> dropped) {

    public Trace {
        jobs = List.copyOf(jobs);
        dropped = Map.copyOf(dropped);
    }

    /** The jobs by queue: a virtual cluster, a partition. */
    public Map<String, List<TraceJob>> byQueue() {
        Map<String, List<TraceJob>> queues = new TreeMap<>();
        jobs.forEach(
                traceJob ->
                        queues.computeIfAbsent(traceJob.labels().queue(), _ -> new ArrayList<>())
                                .add(traceJob));
        return queues;
    }

    /** Collects jobs in the order of the file; jobs of one instant keep it. */
    static final class Gathered {

        private final List<TraceJob> jobs = new ArrayList<>();
        private final Map<String, Integer> dropped = new TreeMap<>();

        void add(TraceJob traceJob) {
            jobs.add(traceJob);
        }

        void drop(String because) {
            dropped.merge(because, 1, Integer::sum);
        }

        Trace trace() {
            jobs.sort(Comparator.comparing(TraceJob::submitted));
            return new Trace(jobs, dropped);
        }
    }
}
