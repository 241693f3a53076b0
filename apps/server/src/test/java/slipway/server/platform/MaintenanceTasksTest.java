package slipway.server.platform;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

class MaintenanceTasksTest {

    @Test
    void a_failing_task_does_not_stop_the_others() {
        assertThatCode(
                        () ->
                                MaintenanceTasks.isolated(
                                        () -> {
                                            throw new IllegalStateException("made by the test");
                                        }))
                .doesNotThrowAnyException();
    }
}
