package slipway.spec.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;
import slipway.spec.Document;

class PlanBlockTest {

    private static final String JOB = "run: python3 train.py\n";

    @Test
    void what_is_omitted_is_what_is_usual() {
        TrainingSpec plan = plan("{model: llama-3-8b, tokens: 15B}");
        assertThat(plan.tokens()).contains(15_000_000_000L);
        assertThat(plan.method()).isEqualTo(TrainingSpec.Method.FULL);
        assertThat(plan.precision()).isEqualTo(TrainingSpec.Precision.BF16);
        assertThat(plan.seq()).isEmpty();
        assertThat(plan.summary()).isEqualTo("llama-3-8b, 15B tokens");
    }

    @Test
    void samples_are_seen_as_often_as_it_is_said() {
        TrainingSpec plan =
                plan("{model: qwen3-32b, samples: 50k, epochs: 3, method: qlora, step: 0.5M}");
        assertThat(plan.samples()).contains(50_000L);
        assertThat(plan.epochs()).isEqualTo(3);
        assertThat(plan.step()).contains(500_000L);
        assertThat(plan.summary()).isEqualTo("qwen3-32b, 50k samples 3 times, qlora");
    }

    @Test
    void all_mistakes_are_reported_at_once_with_their_lines() {
        assertThat(
                        mistakes(
                                """
                                run: x
                                plan:
                                  modle: llama-3-8b
                                  tokens: many
                                  seq: 0.5
                                  method: laro
                                  precision: fp4
                                """))
                .isEqualTo(
                        """
                          line 3  plan.modle: no such key. Did you mean model?
                          line 3  plan.model: missing. Write a model: a name such as llama-3-8b, or numbers such as \
                        layers=32,hidden=4096,…, for example llama-3-8b.
                          line 4  plan.tokens: "many" is not a number of at least 1 such as 8192, 4.2M or 15B.
                          line 5  plan.seq: "0.5" is not a number of at least 1 such as 8192, 4.2M or 15B.
                          line 6  plan.method: "laro" is not one of full, lora or qlora.
                          line 7  plan.precision: "fp4" is not one of bf16 or fp8. Did you mean fp8?""");
    }

    @Test
    void tokens_and_samples_together_and_epochs_of_tokens_contradict_themselves() {
        assertThat(mistakes(JOB + "plan: {model: m, tokens: 1B, samples: 5k}"))
                .isEqualTo(
                        "  line 2  plan: either tokens or samples must be written, for example tokens: 15B.");
        assertThat(mistakes(JOB + "plan: {model: m, tokens: 1B, epochs: 3}"))
                .contains("plan.epochs: only samples are seen several times");
        assertThat(mistakes(JOB + "kind: service\nplan: {model: m, tokens: 1B}"))
                .contains("plan: only a job comes to an end that can be planned, not a service.");
    }

    @Test
    void an_amount_that_cannot_be_read_was_written_all_the_same() {
        assertThat(mistakes(JOB + "plan: {model: m, tokens: -1}"))
                .isEqualTo(
                        "  line 2  plan.tokens: \"-1\" is not a number of at least 1 such as 8192, 4.2M or 15B.");
        assertThat(mistakes(JOB + "plan: {model: m, samples: -1, epochs: 3}"))
                .isEqualTo(
                        "  line 2  plan.samples: \"-1\" is not a number of at least 1 such as 8192, 4.2M or 15B.");
    }

    @Test
    void a_file_is_rejected_because_the_server_would_have_to_read_it() {
        assertThat(mistakes(JOB + "plan: {model: ./config.json, tokens: 1B}"))
                .contains(
                        "is a file, which the server does not read. Write the model's numbers: layers=32");
    }

    @Test
    void a_flag_says_the_same_and_wins_key_by_key() {
        WorkloadSpec spec =
                WorkloadSpec.read(
                        Document.of("job.yaml", JOB + "plan: {model: llama-3-8b, tokens: 15B}"),
                        SpecOverrides.NONE.plan("--plan", "tokens=20B, method=lora"));
        assertThat(spec.plan().orElseThrow().summary()).isEqualTo("llama-3-8b, 20B tokens, lora");
    }

    @Test
    void numbers_of_a_model_end_where_the_next_key_of_the_block_begins() {
        SpecOverrides specOverrides =
                SpecOverrides.NONE.plan("--plan", "model=layers=2,hidden=64,heads=8,tokens=1B");
        WorkloadSpec spec = WorkloadSpec.read(Document.of("job.yaml", JOB), specOverrides);
        assertThat(spec.plan().orElseThrow().model()).isEqualTo("layers=2,hidden=64,heads=8");
        assertThat(spec.plan().orElseThrow().tokens()).contains(1_000_000_000L);
    }

    @Test
    void a_mistake_in_the_flag_is_reported_with_the_flag() {
        for (String text : new String[] {"latest", "model=llama-3-8b,tokns=15B", "model=x,"}) {
            SpecOverrides specOverrides = SpecOverrides.NONE.plan("--plan", text);
            Problem problem =
                    assertThrows(
                            Problem.class,
                            () -> WorkloadSpec.read(Document.of("job.yaml", JOB), specOverrides),
                            text);
            assertThat(problem.why()).as(text).contains("flag --plan");
        }
    }

    @Test
    void what_was_stored_when_the_block_was_free_is_still_read() {
        for (String block :
                new String[] {
                    "{}",
                    "{\"tokens\":\"15B\",\"mesh\":[\"2\",{\"a\":null}]}",
                    "{\"model\":\"m\",\"tokens\":\"1B\",\"samples\":\"5\"}",
                    "{\"model\":null}"
                }) {
            String json = "{\"format\":1,\"run\":\"x\",\"plan\":" + block + "}";
            assertThat(WorkloadSpec.readStored(json, "stored").plan()).as(block).isEmpty();
        }
        String good = "{\"format\":1,\"run\":\"x\",\"plan\":{\"model\":\"m\",\"tokens\":\"15B\"}}";
        assertThat(WorkloadSpec.readStored(good, "stored").plan().map(TrainingSpec::summary))
                .isEqualTo(Optional.of("m, 15B tokens"));
        assertThrows(
                Problem.class,
                () -> WorkloadSpec.readStored("{\"nods\":1,\"run\":\"x\"}", "stored"));
    }

    @Test
    void older_programs_may_send_an_empty_block() {
        assertThat(WorkloadSpec.ofJson("{\"run\":\"x\",\"plan\":{}}", "body").plan()).isEmpty();
    }

    private static TrainingSpec plan(String block) {
        return WorkloadSpec.parse(JOB + "plan: " + block, "job.yaml").plan().orElseThrow();
    }

    private static String mistakes(String yaml) {
        return assertThrows(Problem.class, () -> WorkloadSpec.parse(yaml, "job.yaml")).why();
    }
}
