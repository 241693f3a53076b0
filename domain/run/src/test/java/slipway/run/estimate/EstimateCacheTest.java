package slipway.run.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import slipway.catalog.AcceleratorSet;
import slipway.spec.workload.TrainingSpec;
import slipway.spec.workload.WorkloadSpec;

class EstimateCacheTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Optional<AcceleratorSet> PLACE =
            Optional.of(new AcceleratorSet("H100", 8, 1));

    private final CountDownLatch gate = new CountDownLatch(1);
    private final Semaphore woken = new Semaphore(0);

    private static TrainingSpec plan(String model) {
        return WorkloadSpec.parse(
                        "run: x\nplan: {model: %s, tokens: 1B}".formatted(model), "job.yaml")
                .plan()
                .orElseThrow();
    }

    private WorkloadEstimate behindTheGate(TrainingSpec plan, AcceleratorSet place) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return WorkloadEstimate.unknown(plan.model() + " on " + place.type());
    }

    @Test
    void late_answers_are_reported_once_when_all_have_arrived() throws InterruptedException {
        TrainingSpec one = plan("one");
        TrainingSpec two = plan("two");
        try (var estimateCache = new EstimateCache(this::behindTheGate, woken::release)) {
            assertThat(estimateCache.ifKnown(one, PLACE)).isEmpty();
            assertThat(estimateCache.ifKnown(two, PLACE)).isEmpty();
            assertThat(estimateCache.pollNews()).isFalse();
            gate.countDown();
            woken.acquire();
            assertThat(estimateCache.pollNews()).isTrue();
            assertThat(estimateCache.pollNews()).isFalse();
            assertThat(estimateCache.ifKnown(one, PLACE).flatMap(WorkloadEstimate::warning))
                    .contains("one on H100");
            assertThat(estimateCache.ifKnown(two, PLACE)).isPresent();
        }
    }

    @Test
    void an_awaited_answer_is_not_reported_as_news() {
        TrainingSpec one = plan("one");
        gate.countDown();
        try (var estimateCache = new EstimateCache(this::behindTheGate, woken::release)) {
            assertThat(estimateCache.await(one, PLACE, LONG)).isPresent();
            assertThat(estimateCache.ifKnown(one, PLACE)).isPresent();
            assertThat(estimateCache.pollNews()).isFalse();
        }
    }

    @Test
    void waiting_for_an_answer_has_a_limit() {
        try (var estimateCache = new EstimateCache(this::behindTheGate, woken::release)) {
            assertThat(estimateCache.await(plan("one"), PLACE, Duration.ZERO)).isEmpty();
            assertThat(estimateCache.await(plan("one"), Optional.empty(), Duration.ZERO))
                    .contains(WorkloadEstimate.WITHOUT_ACCELERATORS);
        }
    }
}
