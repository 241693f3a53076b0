package slipway.run.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import slipway.spec.workload.TrainingSpec;
import slipway.spec.workload.WorkloadSpec;

class EstimateCacheTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Optional<Place> PLACE = Optional.of(new Place("H100", 8, 1));

    private final CountDownLatch gate = new CountDownLatch(1);
    private final Semaphore woken = new Semaphore(0);

    private static TrainingSpec plan(String model) {
        return WorkloadSpec.parse(
                        "run: x\nplan: {model: %s, tokens: 1B}".formatted(model), "job.yaml")
                .plan()
                .orElseThrow();
    }

    private WorkloadEstimate behindTheGate(TrainingSpec plan, Place place) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return WorkloadEstimate.nothing(plan.model() + " on " + place.type());
    }

    @Test
    void whoever_cannot_wait_does_without_and_is_told_once_all_answers_are_there()
            throws InterruptedException {
        TrainingSpec one = plan("one");
        TrainingSpec two = plan("two");
        try (var estimateCache = new EstimateCache(this::behindTheGate, woken::release)) {
            assertThat(estimateCache.known(one, PLACE)).isEmpty();
            assertThat(estimateCache.known(two, PLACE)).isEmpty();
            assertThat(estimateCache.takeNews()).isFalse();
            gate.countDown();
            woken.acquire();
            assertThat(estimateCache.takeNews()).isTrue();
            assertThat(estimateCache.takeNews()).isFalse();
            assertThat(estimateCache.known(one, PLACE).flatMap(WorkloadEstimate::warning))
                    .contains("one on H100");
            assertThat(estimateCache.known(two, PLACE)).isPresent();
        }
    }

    @Test
    void nobody_is_told_of_an_answer_that_was_waited_for() {
        TrainingSpec one = plan("one");
        gate.countDown();
        try (var estimateCache = new EstimateCache(this::behindTheGate, woken::release)) {
            assertThat(estimateCache.awaited(one, PLACE, LONG)).isPresent();
            assertThat(estimateCache.known(one, PLACE)).isPresent();
            assertThat(estimateCache.takeNews()).isFalse();
        }
    }

    @Test
    void patience_ends() {
        try (var estimateCache = new EstimateCache(this::behindTheGate, woken::release)) {
            assertThat(estimateCache.awaited(plan("one"), PLACE, Duration.ZERO)).isEmpty();
            assertThat(estimateCache.awaited(plan("one"), Optional.empty(), Duration.ZERO))
                    .contains(WorkloadEstimate.WITHOUT_ACCELERATORS);
        }
    }
}
