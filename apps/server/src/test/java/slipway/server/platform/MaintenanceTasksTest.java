package slipway.server.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import slipway.journal.Journal;
import slipway.journal.LoopExecutor;
import slipway.journal.MemoryStorage;
import slipway.journal.RetentionPolicy;

@Timeout(60)
class MaintenanceTasksTest {

    private static final Duration OFTEN = Duration.ofMillis(1);

    private final Journal journal =
            Journal.open(
                    new MemoryStorage(new MemoryStorage.Disk(), MemoryStorage.Weather.CALM),
                    LoopExecutor.threads(),
                    new Journal.Times(() -> Instant.EPOCH, () -> 0L));
    private final MaintenanceTasks tasks =
            new MaintenanceTasks(
                    journal,
                    new RetentionPolicy(
                            Duration.ofDays(1), Duration.ofDays(1), Duration.ofDays(1)));

    @AfterEach
    void close() {
        tasks.close();
        journal.close();
    }

    @Test
    void long_tasks_delay_no_other() throws InterruptedException {
        var never = new CountDownLatch(1);
        var begun = new CountDownLatch(3);
        for (String name : new String[] {"one", "two", "three"}) {
            tasks.every(
                    name,
                    OFTEN,
                    () -> {
                        begun.countDown();
                        awaitQuietly(never);
                    });
        }
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        var others = new CountDownLatch(3);
        tasks.every("disks", OFTEN, others::countDown);
        assertThat(others.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_task_that_fails_with_an_error_is_repeated() throws InterruptedException {
        var times = new CountDownLatch(3);
        tasks.every(
                "failing",
                OFTEN,
                () -> {
                    times.countDown();
                    throw new NoClassDefFoundError("made by the test");
                });
        assertThat(times.await(30, TimeUnit.SECONDS)).isTrue();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
