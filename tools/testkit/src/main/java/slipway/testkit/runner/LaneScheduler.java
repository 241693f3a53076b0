package slipway.testkit.runner;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Starts workers and hands them classes until every queue is empty. Workers of lanes that compute share the
 * processors; those of lanes that wait run beside them, up to the lane's own limit.
 */
final class LaneScheduler {

    /** A test class that takes longer hangs; its worker is killed and the class has failed. */
    private static final Duration LIMIT = Duration.ofMinutes(15);

    private final RunOptions options;
    private final List<TestQueue> queues;
    private final ScratchFolder scratch;
    private final TestTimes times;
    private final TestReport report;
    private final BlockingQueue<WorkerProcess.Message> inbox = new LinkedBlockingQueue<>();
    private final List<WorkerProcess> workers = new ArrayList<>();
    private final Map<Lane, Integer> busy = new EnumMap<>(Lane.class);
    private final int processors = Runtime.getRuntime().availableProcessors();
    private int started;

    LaneScheduler(
            RunOptions options,
            List<TestQueue> queues,
            ScratchFolder scratch,
            TestTimes times,
            TestReport report) {
        this.options = options;
        this.queues = new ArrayList<>(queues);
        this.scratch = scratch;
        this.times = times;
        this.report = report;
    }

    void run() throws IOException, InterruptedException {
        try {
            startWorkers();
            while (!workers.isEmpty()) {
                var message = inbox.poll(1, TimeUnit.SECONDS);
                if (message == null) {
                    report.sawMemory(MemoryUse.ofTree(ProcessHandle.current()));
                    workers.stream()
                            .filter(worker -> worker.runningFor().compareTo(LIMIT) > 0)
                            .forEach(WorkerProcess::kill);
                } else {
                    handle(message);
                    startWorkers();
                }
            }
        } finally {
            workers.forEach(WorkerProcess::kill);
        }
    }

    private void startWorkers() throws IOException {
        for (TestQueue queue : List.copyOf(queues)) {
            if (blocked(queue)) {
                continue;
            }
            while (queue.wantsWorker() && mayStart(queue.lane())) {
                workers.add(WorkerProcess.start(queue, ++started, options, scratch, inbox));
                queue.workerBegan();
                busy.merge(queue.lane(), 1, Integer::sum);
            }
        }
    }

    /** A queue that has not begun is given up when a module that its own needs has failed: one failure, one report. */
    private boolean blocked(TestQueue queue) {
        if (queue.ended() || workers.stream().anyMatch(worker -> worker.queue() == queue)) {
            return false;
        }
        for (TestQueue other : queues) {
            if (queue.module().needs().contains(other.module().name())
                    && report.failedIn(other.module())) {
                report.notRun(queue.name(), other.module().name() + " failed");
                queue.abandon();
                queues.remove(queue);
                return true;
            }
        }
        return false;
    }

    private boolean mayStart(Lane lane) {
        int computing =
                busy.entrySet().stream()
                        .filter(each -> each.getKey().computes())
                        .mapToInt(Map.Entry::getValue)
                        .sum();
        return busy.getOrDefault(lane, 0) < lane.workers()
                && (!lane.computes() || computing < processors);
    }

    private void handle(WorkerProcess.Message message) {
        var worker = message.from();
        switch (message.event()) {
            case TestEvent.Ended _ -> ended(worker);
            case TestEvent.Ready _ -> {
                if (!worker.running().isEmpty()) {
                    times.took(worker.running(), worker.runningFor());
                }
                worker.give(worker.queue().next().orElse(""));
            }
            case TestEvent event -> report.add(worker.queue(), event);
        }
    }

    private void ended(WorkerProcess worker) {
        workers.remove(worker);
        busy.merge(worker.queue().lane(), -1, Integer::sum);
        worker.queue().workerEnded();
        if (!worker.running().isEmpty() || worker.exitCode() != 0) {
            report.add(worker.queue(), died(worker));
        }
        if (worker.queue().ended()) {
            report.print(worker.queue());
        }
    }

    private static TestEvent died(WorkerProcess worker) {
        return new TestEvent.Failed(
                worker.running().isEmpty() ? worker.queue().name() : worker.running(),
                worker.runningFor(),
                "Its process ended with exit code %d before the class did; the log is %s"
                        .formatted(worker.exitCode(), worker.log()));
    }
}
