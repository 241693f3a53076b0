package slipway.surface.plan.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.plan.Planner;
import slipway.plan.TrainingPlan;
import slipway.plan.request.ConfigFiles;
import slipway.plan.request.TrainingRequest;
import slipway.spec.sbatch.WorkloadFile;
import slipway.spec.workload.SpecOverrides;
import slipway.spec.workload.WorkloadSpec;

/** Questions as commands, and answers as jobs. */
class PlanQuestionsTest {

    private static PlanQuestions.Training question(String model) {
        Optional<String> none = Optional.empty();
        return new PlanQuestions.Training(
                model,
                "1B",
                none,
                none,
                none,
                Optional.of("3d"),
                Optional.of("$4000"),
                Optional.of(List.of("8xH100")),
                Optional.empty(),
                Optional.empty(),
                Optional.of(List.of("on-demand")),
                none);
    }

    @Test
    void a_question_is_the_command_that_asks_the_same() {
        PlanQuestions.Training asked = question("llama-3-8b");
        assertThat(asked.command())
                .isEqualTo(
                        "slipway plan train --model llama-3-8b --tokens 1B --deadline 3d --budget '$4000'"
                                + " --accelerators 8xH100 --terms on-demand");
        assertThat(PlanQuestions.Training.of(asked.request())).isEqualTo(asked);
    }

    @Test
    void the_job_of_a_plan_is_a_spec_that_carries_it() {
        for (String model :
                List.of(
                        "llama-3-8b",
                        "layers=24,hidden=2048,heads=16,ffn=8192,vocabulary=50304,context=2048")) {
            TrainingRequest trainingRequest = question(model).request();
            Planner planner = Planner.bundled();
            TrainingPlan made =
                    planner.train(
                            planner.goal(
                                    trainingRequest,
                                    ConfigFiles.FORBIDDEN,
                                    Instant.parse("2026-09-17T14:20:00Z")));
            WorkloadSpec spec =
                    WorkloadFile.of(
                                    JobSpec.of(trainingRequest, made),
                                    "job.yaml",
                                    SpecOverrides.NONE)
                            .spec();
            assertThat(spec.plan().orElseThrow().model()).isEqualTo(model);
            assertThat(spec.plan().orElseThrow().tokens()).contains(1_000_000_000L);
            assertThat(spec.resources().accelerators().toString()).contains("H100");
        }
    }
}
