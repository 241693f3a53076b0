package slipway.server.platform;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

class MaintenanceTasksTest {

    @Test
    void a_mistake_does_not_end_the_upkeep() {
        assertThatCode(
                        () ->
                                MaintenanceTasks.quietly(
                                        () -> {
                                            throw new IllegalStateException("made by the test");
                                        }))
                .doesNotThrowAnyException();
    }
}
