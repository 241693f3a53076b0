package slipway.plan.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.catalog.Catalog;
import slipway.plan.training.SetUpSearch.FoundSetUps;
import slipway.plan.training.SetUpSearch.SetUp;
import slipway.plan.training.TrainingAccelerators.Site;

class SetUpSearchTest {

    private static final Catalog CATALOG = Catalog.bundled();
    private static final TrainingAccelerators SITES = new TrainingAccelerators(CATALOG);
    private static final TrainingModel TRAINING = new TrainingModel();

    private static TrainingTask task(String model, double seq, double global) {
        return TrainingTask.of(
                CATALOG.models().named(model),
                new TrainingTask.Amount(1e9, seq, global),
                GemmDtype.BFLOAT16,
                TrainingTask.Tuning.FULL);
    }

    private static Site site(String type, int all) {
        return SITES.site(type, all, 8, Optional.empty()).orElseThrow();
    }

    @Test
    void skipped_set_ups_never_change_the_result() {
        for (Site site : new Site[] {site("A100", 64), site("H100", 16), site("B200", 24)}) {
            for (TrainingTask trainingTask :
                    new TrainingTask[] {
                        task("llama-3-8b", 8_192, 512).withEvenBatch(site.accelerators()),
                        task("gpt-3-175b", 2_048, 1_536),
                        task("qwen3-30b-a3b", 4_096, 1_024).withEvenBatch(site.accelerators())
                    }) {
                FoundSetUps quick = TRAINING.search(trainingTask, site);
                FoundSetUps all = TRAINING.searchAll(trainingTask, site);
                assertThat(quick.considered()).isLessThanOrEqualTo(all.considered());
                assertThat(quick.shortest()).hasSameSizeAs(all.shortest());
                for (int at = 0; at < all.shortest().size(); at++) {
                    assertThat(quick.shortest().get(at).seconds())
                            .isCloseTo(all.shortest().get(at).seconds(), within(1e-12));
                }
            }
        }
    }

    @Test
    void skipped_set_ups_never_change_the_result_of_a_wide_search() {
        Site site = site("H100", 16);
        for (TrainingTask trainingTask :
                new TrainingTask[] {task("llama-3-8b", 8_192, 64), task("gpt-3-175b", 2_048, 48)}) {
            FoundSetUps quick = TRAINING.searchWide(trainingTask, site);
            FoundSetUps all = TRAINING.searchAllWide(trainingTask, site);
            assertThat(quick.shortest()).isEqualTo(all.shortest());
            assertThat(quick.considered()).isLessThanOrEqualTo(all.considered());
            assertThat(quick.candidates()).isEqualTo(all.candidates());
            assertThat(all.candidates())
                    .isGreaterThan(10 * TRAINING.searchAll(trainingTask, site).candidates());
        }
    }

    @Test
    void every_candidate_is_counted_and_computed_at_most_once() {
        FoundSetUps all = TRAINING.searchAll(task("llama-3-8b", 8_192, 512), site("H100", 16));
        assertThat(all.considered()).isPositive().isLessThanOrEqualTo(all.candidates());
    }

    @Test
    void every_set_up_uses_all_accelerators_and_divides_evenly() {
        TrainingTask trainingTask = task("llama-3-70b", 8_192, 256);
        Site site = site("H100", 128);
        FoundSetUps found = TRAINING.searchAll(trainingTask, site);
        assertThat(found.shortest()).isNotEmpty();
        for (SetUp it : found.shortest()) {
            ParallelLayout parallelLayout = it.configuration().layout();
            double used =
                    parallelLayout.tp()
                            * parallelLayout.pp()
                            * parallelLayout.cp()
                            * parallelLayout.dp();
            assertThat(used).isEqualTo(128);
            assertThat(trainingTask.shape().attention().heads() % parallelLayout.tp()).isZero();
            assertThat(trainingTask.shape().layers() % parallelLayout.pp()).isZero();
            double together = parallelLayout.dp() * it.configuration().batch().microBatch();
            assertThat(trainingTask.globalBatch() % together).isZero();
        }
    }

    @Test
    void every_set_up_fits_with_headroom() {
        FoundSetUps found = TRAINING.search(task("llama-3-70b", 8_192, 256), site("H100", 64));
        assertThat(found.shortest()).isNotEmpty();
        for (SetUp it : found.shortest()) {
            MemoryVerdict memoryVerdict = it.configuration().verdict();
            assertThat(memoryVerdict.fits()).isTrue();
            assertThat(memoryVerdict.peak().value().count() * 1.1)
                    .isLessThan((double) memoryVerdict.usable().count());
        }
    }

    @Test
    void a_model_that_fits_nowhere_has_no_set_up() {
        assertThat(TRAINING.search(task("gpt-3-175b", 2_048, 64), site("A100", 8)).shortest())
                .isEmpty();
    }

    @Test
    void the_global_batch_is_adjusted_to_a_number_that_does_not_divide_it() {
        TrainingTask trainingTask = task("llama-3-8b", 8_192, 512);
        assertThat(trainingTask.withEvenBatch(24).globalBatch()).isEqualTo(504);
        assertThat(trainingTask.withEvenBatch(16).globalBatch()).isEqualTo(512);
        assertThat(trainingTask.withEvenBatch(1_000).globalBatch())
                .as("too far off")
                .isEqualTo(512);
    }

    @Test
    void the_parts_of_a_step_add_up_to_it() {
        FoundSetUps found = TRAINING.search(task("llama-3-8b", 8_192, 512), site("H100", 16));
        for (SetUp it : found.shortest()) {
            StepBreakdown stepBreakdown = TRAINING.stepBreakdown(it.configuration());
            double expected =
                    it.configuration().tokensPerStep()
                            / TRAINING.rate(it.configuration()).value().perSecond();
            assertThat(stepBreakdown.seconds()).isCloseTo(expected, within(1e-9 * expected));
        }
    }
}
