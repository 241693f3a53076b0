package slipway.testkit.runner;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;

/** The test classes of one module and lane that have not run yet. Used by the scheduler's thread alone. */
final class TestQueue {

    private final TestModule module;
    private final Lane lane;
    private final Deque<String> classes;
    private int workers;

    TestQueue(TestModule module, Lane lane, Collection<String> classes) {
        this.module = module;
        this.lane = lane;
        this.classes = new ArrayDeque<>(classes);
    }

    TestModule module() {
        return module;
    }

    Lane lane() {
        return lane;
    }

    String name() {
        return module.name() + " " + lane.label();
    }

    Optional<String> next() {
        return Optional.ofNullable(classes.poll());
    }

    int size() {
        return classes.size();
    }

    /** More workers than classes would only start and end. */
    boolean wantsWorker() {
        return classes.size() > workers;
    }

    void workerBegan() {
        workers++;
    }

    void workerEnded() {
        workers--;
    }

    boolean ended() {
        return classes.isEmpty() && workers == 0;
    }

    void abandon() {
        classes.clear();
    }
}
