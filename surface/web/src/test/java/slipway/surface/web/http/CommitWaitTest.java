package slipway.surface.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;

class CommitWaitTest {

    @Test
    void waiting_for_a_commit_has_a_timeout() {
        assertThatThrownBy(() -> never(true))
                .hasMessageContaining("Repeat the request with the same key")
                .isInstanceOfSatisfying(
                        Problem.class, p -> assertThat(p.code()).isEqualTo(CommitWait.ANSWER_LATE));
        assertThatThrownBy(() -> never(false)).hasMessageContaining("Check whether");
    }

    private static void never(boolean keyed) {
        var _ = CommitWait.await(Duration.ofMillis(1), new CompletableFuture<String>(), keyed);
    }
}
