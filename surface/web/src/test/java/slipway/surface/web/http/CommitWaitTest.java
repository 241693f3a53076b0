package slipway.surface.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;

class CommitWaitTest {

    @Test
    void an_answer_that_does_not_come_is_not_waited_for_for_ever() {
        assertThatThrownBy(() -> never(true))
                .hasMessageContaining("Send it again with the same key")
                .isInstanceOfSatisfying(
                        Problem.class, p -> assertThat(p.code()).isEqualTo(CommitWait.ANSWER_LATE));
        assertThatThrownBy(() -> never(false)).hasMessageContaining("Look whether");
    }

    private static void never(boolean keyed) {
        var _ = CommitWait.await(Duration.ofMillis(1), new CompletableFuture<String>(), keyed);
    }
}
