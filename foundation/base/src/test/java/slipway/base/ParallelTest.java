package slipway.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Order is forced with latches; the timeout is there so that a bug fails a test instead of hanging the build. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ParallelTest {

    @Test
    void results_come_in_the_order_of_the_tasks_not_of_their_ends() throws InterruptedException {
        var secondEnded = new CountDownLatch(1);
        InterruptibleTask<String> first =
                () -> {
                    secondEnded.await();
                    return "first";
                };
        InterruptibleTask<String> second =
                () -> {
                    secondEnded.countDown();
                    return "second";
                };

        assertThat(Parallel.all(2, List.of(first, second))).containsExactly("first", "second");
    }

    @Test
    void never_more_than_the_limit_run_at_once_and_the_limit_is_used() throws InterruptedException {
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        var threeAtOnce = new CyclicBarrier(3);
        InterruptibleTask<Integer> interruptibleTask =
                () -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    meet(threeAtOnce);
                    return running.decrementAndGet();
                };

        Parallel.all(3, Collections.nCopies(300, interruptibleTask));

        assertThat(most).hasValue(3);
    }

    @Test
    void no_tasks_give_no_results() throws InterruptedException {
        assertThat(Parallel.all(1, List.<InterruptibleTask<String>>of())).isEmpty();
    }

    @Test
    void a_limit_below_one_is_refused() {
        assertThatThrownBy(() -> Parallel.all(0, List.<InterruptibleTask<String>>of()))
                .hasMessageContaining("not 0");
    }

    @Test
    void the_first_failure_calls_the_others_off_and_waits_for_them() {
        var begun = new CountDownLatch(1);
        var cleanedUp = new AtomicBoolean();
        InterruptibleTask<String> slow =
                () -> {
                    try {
                        begun.countDown();
                        return waitForEver();
                    } finally {
                        cleanedUp.set(true);
                    }
                };
        InterruptibleTask<String> failing =
                () -> {
                    begun.await();
                    throw new IllegalArgumentException("disk full");
                };

        assertThatThrownBy(() -> Parallel.all(2, List.of(slow, failing)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("disk full")
                .hasNoSuppressedExceptions();
        assertThat(cleanedUp).isTrue();
    }

    @Test
    void tasks_that_had_not_begun_never_begin() {
        var begun = new AtomicInteger();
        InterruptibleTask<String> failing =
                () -> {
                    begun.incrementAndGet();
                    throw new IllegalArgumentException("first");
                };

        assertThatThrownBy(() -> Parallel.all(1, Collections.nCopies(50, failing)))
                .hasMessage("first");
        assertThat(begun).hasValue(1);
    }

    @Test
    void what_else_fails_is_suppressed_in_the_first_failure() {
        var begun = new CountDownLatch(1);
        InterruptibleTask<String> failsWhenCalledOff =
                () -> {
                    begun.countDown();
                    try {
                        return waitForEver();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException("half written", e);
                    }
                };
        InterruptibleTask<String> failing =
                () -> {
                    begun.await();
                    throw new IllegalArgumentException("disk full");
                };

        var thrown = catchThrowable(() -> Parallel.all(2, List.of(failsWhenCalledOff, failing)));

        assertThat(thrown).hasMessage("disk full");
        assertThat(thrown.getSuppressed())
                .singleElement()
                .extracting(Throwable::getMessage)
                .isEqualTo("half written");
    }

    @Test
    void one_exception_thrown_by_two_tasks_is_thrown_once() {
        var shared = new IllegalArgumentException("shared");
        var both = new CyclicBarrier(2);
        InterruptibleTask<String> failing =
                () -> {
                    meet(both);
                    throw shared;
                };

        assertThatThrownBy(() -> Parallel.all(2, List.of(failing, failing)))
                .isSameAs(shared)
                .hasNoSuppressedExceptions();
    }

    @Test
    void an_error_is_thrown_as_it_is() {
        InterruptibleTask<String> failing =
                () -> {
                    throw new StackOverflowError("deep");
                };

        assertThatThrownBy(() -> Parallel.all(1, List.of(failing)))
                .isInstanceOf(StackOverflowError.class);
    }

    @Test
    void a_task_without_a_result_is_a_failure_not_a_gap() {
        var tasks = new ArrayList<InterruptibleTask<Object>>();
        tasks.add(() -> "fine");
        tasks.add(new AtomicReference<>()::get);

        assertThatThrownBy(() -> Parallel.all(2, tasks)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void interrupting_the_caller_calls_everything_off_and_waits() throws InterruptedException {
        var begun = new CountDownLatch(4);
        var ended = new AtomicInteger();
        InterruptibleTask<String> slow =
                () -> {
                    try {
                        begun.countDown();
                        return waitForEver();
                    } finally {
                        ended.incrementAndGet();
                    }
                };
        var thrown = new AtomicReference<Throwable>();
        var endedByThen = new AtomicInteger();
        var caller =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    thrown.set(
                                            catchThrowable(
                                                    () ->
                                                            Parallel.all(
                                                                    4,
                                                                    Collections.nCopies(9, slow))));
                                    endedByThen.set(ended.get());
                                });
        begun.await();

        caller.interrupt();
        caller.join();

        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        assertThat(endedByThen).hasValue(4);
    }

    @Test
    void a_caller_that_is_interrupted_already_begins_nothing() {
        var begun = new AtomicInteger();
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> Parallel.all(1, List.of(begun::incrementAndGet)))
                .isInstanceOf(InterruptedException.class);
        assertThat(begun).hasValue(0);
    }

    @Test
    void a_caller_interrupted_after_a_failure_hears_the_failure_and_stays_interrupted()
            throws InterruptedException {
        var begun = new CountDownLatch(1);
        var calledOff = new CountDownLatch(1);
        var callerInterrupted = new CountDownLatch(1);
        InterruptibleTask<String> slowToStop =
                () -> {
                    begun.countDown();
                    try {
                        return waitForEver();
                    } catch (InterruptedException e) {
                        calledOff.countDown();
                        callerInterrupted.await();
                        throw e;
                    }
                };
        InterruptibleTask<String> failing =
                () -> {
                    begun.await();
                    throw new IllegalArgumentException("disk full");
                };
        var thrown = new AtomicReference<Throwable>();
        var stillInterrupted = new AtomicBoolean();
        var caller =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    thrown.set(
                                            catchThrowable(
                                                    () ->
                                                            Parallel.all(
                                                                    2,
                                                                    List.of(slowToStop, failing))));
                                    stillInterrupted.set(Thread.currentThread().isInterrupted());
                                });
        calledOff.await();

        caller.interrupt();
        callerInterrupted.countDown();
        caller.join();

        assertThat(thrown.get()).hasMessage("disk full");
        assertThat(stillInterrupted).isTrue();
    }

    @Test
    void a_task_that_interrupts_itself_is_a_failure_and_its_mark_does_not_reach_the_next_task()
            throws InterruptedException {
        InterruptibleTask<String> gone =
                () -> {
                    throw new InterruptedException("by itself");
                };
        InterruptibleTask<Boolean> leavesAMark =
                () -> {
                    Thread.currentThread().interrupt();
                    return true;
                };
        InterruptibleTask<Boolean> looks = () -> Thread.currentThread().isInterrupted();

        assertThatThrownBy(() -> Parallel.all(1, List.of(gone)))
                .isInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("by itself");
        assertThat(Parallel.all(1, List.of(leavesAMark, looks))).containsExactly(true, false);
    }

    @Test
    void whatever_fails_nothing_is_left_running() throws InterruptedException {
        for (int failing = 0; failing < 40; failing++) {
            var running = new AtomicInteger();
            int bad = failing;
            var tasks =
                    IntStream.range(0, 40)
                            .<InterruptibleTask<Integer>>mapToObj(
                                    i ->
                                            () -> {
                                                running.incrementAndGet();
                                                try {
                                                    if (i == bad) {
                                                        throw new IllegalArgumentException(
                                                                "task " + i);
                                                    }
                                                    return i;
                                                } finally {
                                                    running.decrementAndGet();
                                                }
                                            })
                            .toList();

            assertThatThrownBy(() -> Parallel.all(7, tasks)).hasMessage("task " + bad);
            assertThat(running).hasValue(0);
        }
    }

    private static String waitForEver() throws InterruptedException {
        new CountDownLatch(1).await();
        return "never";
    }

    private static void meet(CyclicBarrier barrier) throws InterruptedException {
        try {
            barrier.await();
        } catch (BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }
}
