package slipway.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Estimate;
import slipway.catalog.AcceleratorSet;
import slipway.plan.acceptance.AcceptanceTest;
import slipway.plan.acceptance.Documents;
import slipway.plan.acceptance.Measurements;
import slipway.plan.request.TrainingRequest;
import slipway.spec.workload.TrainingSpec;
import slipway.spec.workload.WorkloadSpec;

/** Estimates of jobs that state what they train, on given accelerators. */
class JobEstimateTest {

    private static final Planner PLAN = Planner.bundled();

    private static TrainingSpec planned(String block) {
        return WorkloadSpec.parse("run: x\nplan: {" + block + "}", "job.yaml").plan().orElseThrow();
    }

    private static Estimate<Duration> time(String block, AcceleratorSet acceleratorSet) {
        return assertInstanceOf(
                        JobEstimate.Predicted.class, PLAN.estimate(planned(block), acceleratorSet))
                .time();
    }

    @Test
    void the_estimate_equals_the_plan_for_the_same_accelerators() {
        var trainingRequest =
                new TrainingRequest(
                        "slipway plan train",
                        "llama-3-8b",
                        Optional.of("15B"),
                        Optional.empty(),
                        new TrainingRequest.StatedBatch(
                                Optional.empty(), Optional.empty(), Optional.empty()),
                        "bf16",
                        "full",
                        new TrainingRequest.Limits(
                                Optional.empty(),
                                Optional.empty(),
                                List.of("16xH100"),
                                List.of(),
                                List.of(),
                                List.of("on-demand"),
                                "32"));
        Instant now = Instant.parse("2026-09-17T14:20:00Z");
        TrainingPlan plan = PLAN.train(PLAN.goal(trainingRequest, Path.of(""), now));
        Estimate<Duration> expected =
                time("model: llama-3-8b, tokens: 15B", new AcceleratorSet("H100", 8, 2));
        // A cluster has the default network of its type, an offer its stated network.
        double apart =
                (double) expected.value().toSeconds() / plan.chosen().time().value().toSeconds();
        assertThat(apart).isBetween(0.9, 1.1);
        assertThat(expected.low()).isLessThan(expected.value());
        assertThat(expected.grounds()).isNotEmpty();
    }

    @Test
    void measurements_replace_the_data_sheets_figures() {
        // Less than half of the fastest measured H100.
        String document = Documents.of("h100-a1", Documents.products(0, 350, 350, 350));
        var measured =
                new Measurements(
                        List.of(
                                new Measurements.Entry(
                                        "own", AcceptanceTest.read("a paper", document))));
        var acceleratorSet = new AcceleratorSet("H100", 8, 1);
        TrainingSpec trainingSpec = planned("model: llama-3-8b, tokens: 2B, seq: 2048");
        Estimate<Duration> papers = time(PLAN.estimate(trainingSpec, acceleratorSet));
        Estimate<Duration> here =
                time(PLAN.withMeasurements(measured).estimate(trainingSpec, acceleratorSet));
        assertThat(here.value()).isGreaterThan(papers.value().multipliedBy(5).dividedBy(4));
        assertThat(here.grounds())
                .anyMatch(it -> it.sentence().startsWith("1 node measured since 2026-11-18"));
        assertThat(
                        time(
                                PLAN.withMeasurements(measured)
                                        .estimate(trainingSpec, new AcceleratorSet("A100", 8, 1))))
                .as("of others nothing was measured")
                .isEqualTo(time(PLAN.estimate(trainingSpec, new AcceleratorSet("A100", 8, 1))));
    }

    private static Estimate<Duration> time(JobEstimate jobEstimate) {
        return assertInstanceOf(JobEstimate.Predicted.class, jobEstimate).time();
    }

    @Test
    void twice_the_tokens_take_about_twice_as_long_and_adapters_less() {
        var acceleratorSet = new AcceleratorSet("H100", 8, 1);
        Duration once = time("model: llama-3-8b, tokens: 2B, seq: 2048", acceleratorSet).value();
        Duration twice = time("model: llama-3-8b, tokens: 4B, seq: 2048", acceleratorSet).value();
        Duration adapters =
                time("model: llama-3-8b, tokens: 2B, seq: 2048, method: lora", acceleratorSet)
                        .value();
        assertThat(twice).isGreaterThan(once.multipliedBy(3).dividedBy(2));
        assertThat(adapters).isLessThan(once);
    }

    @Test
    void samples_are_sequences() {
        var acceleratorSet = new AcceleratorSet("H100", 1, 1);
        assertThat(time("model: llama-3-8b, samples: 50k, epochs: 3, method: lora", acceleratorSet))
                .isEqualTo(time("model: llama-3-8b, tokens: 307.2M, method: lora", acceleratorSet));
    }

    @Test
    void a_job_that_does_not_fit_gets_the_number_of_nodes_that_would() {
        JobEstimate.DoesNotFit told =
                assertInstanceOf(
                        JobEstimate.DoesNotFit.class,
                        PLAN.estimate(
                                planned("model: llama-3-70b, tokens: 15B"),
                                new AcceleratorSet("H100", 8, 1)));
        assertThat(told.reason())
                .isEqualTo(
                        "No set-up of llama-3-70b is found that fits into the memory of 8 H100.");
        assertThat(told.next()).matches("It would fit on \\d+ H100, with nodes: \\d+\\.");
    }

    @Test
    void sufficient_memory_is_stated_with_its_margin() {
        JobEstimate.Predicted told =
                assertInstanceOf(
                        JobEstimate.Predicted.class,
                        PLAN.estimate(
                                planned("model: llama-3-8b, tokens: 15B"),
                                new AcceleratorSet("H100", 8, 2)));
        assertThat(told.memory().fits()).isTrue();
        assertThat(told.setUp()).isNotBlank();
    }

    @Test
    void an_unknown_model_or_type_has_a_reason_instead_of_an_estimate() {
        assertThat(why("model: lama-3-8b, tokens: 15B", new AcceleratorSet("H100", 8, 1)))
                .contains("There is no model \"lama-3-8b\" in the catalog.", "llama-3-8b?");
        assertThat(why("model: llama-3-8b, tokens: 15B", new AcceleratorSet("Abacus", 8, 1)))
                .isEqualTo("Nothing is known of how fast Abacus trains.");
        assertThat(why("model: llama-3-8b, tokens: 1B, seq: 1M", new AcceleratorSet("H100", 8, 1)))
                .contains("is longer than the 8,192 tokens that the model was made for");
        assertThat(why("model: 'layers=2,hiden=64', tokens: 1B", new AcceleratorSet("H100", 8, 1)))
                .contains("There is no such number. Did you mean hidden?");
    }

    private static String why(String block, AcceleratorSet acceleratorSet) {
        return assertInstanceOf(
                        JobEstimate.Unknown.class, PLAN.estimate(planned(block), acceleratorSet))
                .reason();
    }
}
