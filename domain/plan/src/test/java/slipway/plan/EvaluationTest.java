package slipway.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.plan.evaluation.ModelEvaluation;
import slipway.plan.evaluation.PredictionScore;
import slipway.plan.evaluation.RowOutcome.Outcome;

class EvaluationTest {

    private static final Planner PLAN = Planner.bundled();

    private static final String TRAINING =
            "source,date,framework,model,task,layers,hidden,heads,kv_heads,ffn,vocab,gated_mlp,params,seq,"
                    + "accelerator,n_acc,acc_per_node,precision,tp,sharding,act_ckpt,mbs,gbs,"
                    + "tokens_per_s_per_acc,step_time_s,notes\n";

    private static final String MPT =
            "lab,2023-10,llm-foundry/FSDP,mpt-70b,pretrain,80,8192,64,64,32768,50368,0,64862437376,2048,"
                    + "H100-SXM-80GB,512,8,amp_bf16,1,FSDP-FULL_SHARD/DEFAULT,";

    private static final String SINGLE =
            "name,layers,hidden,heads,kv_heads,ffn,vocab,gated,seq,micro_batch,precision,act_ckpt,params,step_s,"
                    + "peak_mem_gib,tokens_per_s\n";

    @TempDir private Path folder;

    @Test
    void a_row_is_compared_with_its_prediction() throws IOException {
        ModelEvaluation modelEvaluation = evaluate(TRAINING + MPT + "full,8,4096,2021.1181,,\n");
        PredictionScore predictionScore = modelEvaluation.score();
        assertThat(predictionScore.rows().all()).isEqualTo(1);
        assertThat(predictionScore.rate().mape().orElseThrow()).isCloseTo(50, within(0.01));
        assertThat(predictionScore.rate().bias().orElseThrow()).isCloseTo(-50, within(0.01));
        assertThat(predictionScore.rate().coverage().orElseThrow()).isZero();
        assertThat(predictionScore.rate().halfWidth().orElseThrow()).isCloseTo(2.64, within(0.01));
        assertThat(predictionScore.memory()).isEmpty();
        assertThat(predictionScore.wrongVerdicts()).isEmpty();
        assertThat(modelEvaluation.bySource()).containsOnlyKeys("lab");
    }

    @Test
    void where_only_a_step_is_given_the_error_is_that_of_the_step() throws IOException {
        // A step has 8 x 2,048 tokens per accelerator; it was measured at half of the predicted
        // rate.
        double step = 8 * 2_048 / (1010.55905 / 2);
        PredictionScore predictionScore =
                evaluate(TRAINING + MPT + "full,8,4096,," + step + ",\n").score();
        assertThat(predictionScore.rate().mape().orElseThrow()).isCloseTo(50, within(0.01));
        assertThat(predictionScore.rate().bias().orElseThrow()).isCloseTo(-50, within(0.01));
    }

    @Test
    void a_row_of_the_fit_is_counted_separately() throws IOException {
        ModelEvaluation modelEvaluation =
                evaluate(
                        TRAINING
                                + MPT
                                + "full,8,4096,1007,,\n"
                                + MPT
                                + "full,8,4096,2021.1181,,\n");
        assertThat(modelEvaluation.score().rows().fitted()).isEqualTo(1);
        assertThat(modelEvaluation.unseen().rows().all()).isEqualTo(1);
        assertThat(modelEvaluation.unseen().rate().mape().orElseThrow())
                .isCloseTo(50, within(0.01));
    }

    @Test
    void missing_values_are_assumed_and_marked() throws IOException {
        PredictionScore predictionScore =
                evaluate(TRAINING + MPT + ",,4096,1000,,\n" + MPT + "none,1,4096,1000,,\n").score();
        assertThat(predictionScore.rows().assumed()).isEqualTo(1);
    }

    @Test
    void a_row_without_target_is_not_skipped_and_a_skipped_one_has_its_reason() throws IOException {
        ModelEvaluation modelEvaluation =
                evaluate(
                        TRAINING
                                + MPT
                                + "full,8,4096,,,\n"
                                + MPT
                                + "full,eight,4096,1000,,\n"
                                + MPT.replace("H100-SXM-80GB", "abacus")
                                + "full,8,4096,1000,,\n"
                                + MPT
                                + "full,8,4096,1000,,\"techniques: baseline; padded\"\n");
        PredictionScore predictionScore = modelEvaluation.score();
        assertThat(predictionScore.rows().all()).isEqualTo(4);
        assertThat(predictionScore.rows().withoutTarget()).isEqualTo(1);
        assertThat(predictionScore.rows().skipped()).isEqualTo(3);
        assertThat(predictionScore.rate().mape()).isEmpty();
        assertThat(
                        modelEvaluation.rows().stream()
                                .filter(it -> it.outcome() instanceof Outcome.Skipped))
                .extracting(it -> it.line() + " " + ((Outcome.Skipped) it.outcome()).reason())
                .containsExactly(
                        "3 mbs: \"eight\" is not a number",
                        "4 accelerator abacus is not in the catalog",
                        "5 samples are not packed and their mean length is not given");
    }

    @Test
    void an_answer_is_compared_by_first_and_further_tokens_else_by_latency_else_by_its_rate()
            throws IOException {
        String header =
                "source,framework,model,accelerator,n_acc,precision,tp,mode,isl,osl,load_type,load_value,"
                        + "ttft_ms,tpot_ms,out_tokens_per_s_total,latency_s\n";
        String row = "lab,vllm 0.19.0,minimax-m2,B300-SXM,8,fp4,8,agg,1024,1024,concurrency,8,";
        // Predicted: 42.2 ms, 5.871 ms and 6.050 s.
        ModelEvaluation modelEvaluation =
                evaluate(
                        header
                                + row
                                + "84.448205,11.74109417,1,1\n"
                                + row
                                + ",,1,12.10017193\n"
                                + row
                                + ",,677.01517,\n"
                                + row
                                + ",,,\n");
        PredictionScore predictionScore = modelEvaluation.score();
        assertThat(predictionScore.rows().withoutTarget()).isEqualTo(1);
        assertThat(predictionScore.rows().fitted()).isEqualTo(3);
        assertThat(predictionScore.rate().median().orElseThrow()).isCloseTo(50, within(0.2));
        assertThat(predictionScore.rate().mape().orElseThrow())
                .isCloseTo((49.9 + 50 + 100) / 3, within(0.2));
        assertThat(predictionScore.ttft().orElseThrow()).isCloseTo(50, within(0.01));
        assertThat(predictionScore.tpot().orElseThrow()).isCloseTo(50, within(0.01));
        assertThat(modelEvaluation.inDomain().orElseThrow().rows().all()).isEqualTo(3);
        assertThat(modelEvaluation.outOfDomain()).isEmpty();
    }

    @Test
    void a_prefill_on_one_h200_is_compared_by_its_time() throws IOException {
        PredictionScore predictionScore =
                evaluate(
                                """
                                name,layers,hidden,heads,kv_heads,ffn,vocab,phase,batch,context,step_s
                                llama-8b,32,4096,32,8,14336,128256,prefill,8,2048,0.4083
                                llama-8b,32,4096,32,8,14336,128256,dreams,8,2048,0.4083
                                """)
                        .score();
        assertThat(predictionScore.rate().mape().orElseThrow()).isLessThan(3);
        assertThat(predictionScore.rows().skipped()).isEqualTo(1);
        assertThat(predictionScore.ttft()).isEmpty();
    }

    @Test
    void memory_and_verdict_of_one_accelerator_are_scored() throws IOException {
        PredictionScore predictionScore =
                evaluate(
                                SINGLE
                                        + "tiny,4,256,4,4,1024,8192,0,1024,1,amp,0,7342336,0.00763806,0.2893374,\n"
                                        + "large,36,1280,20,20,5120,50304,0,1024,57,amp,0,,,OOM,\n"
                                        + "huge,36,1280,20,20,5120,50304,0,1024,57,amp,0,,,67.25,\n")
                        .score();
        assertThat(predictionScore.rows().all()).isEqualTo(3);
        assertThat(predictionScore.rows().withoutTarget()).isZero();
        assertThat(predictionScore.rate().mape().orElseThrow()).isCloseTo(0, within(0.01));
        assertThat(predictionScore.memory().orElseThrow()).isCloseTo(50, within(0.1));
        assertThat(predictionScore.wrongVerdicts().orElseThrow()).isEqualTo(1);
    }

    @Test
    void a_gzip_file_is_read_like_a_plain_one() throws IOException {
        Path file = folder.resolve("rows.csv");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            String text = TRAINING + MPT + "full,8,4096,1007,,\n";
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(PLAN.evaluate(List.of(file)).score().rows().all()).isEqualTo(1);
    }

    @Test
    void every_malformed_line_is_named() {
        assertThatThrownBy(() -> evaluate(TRAINING + "1,2\n" + MPT + "full,8,4096,1,,\"\n"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("rows.csv has 2 problems:")
                .hasMessageContaining("line 2  It has 2 cells; the header names 26 columns.")
                .hasMessageContaining("line 3  A quote is not closed before the next column.");
    }

    @Test
    void a_table_without_the_columns_is_refused_with_what_can_be_scored() {
        assertThatThrownBy(() -> evaluate("model,isl,osl,ttft_ms\nm,1,2,3\n"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("load_value")
                .hasMessageContaining("tokens_per_s_per_acc");
        assertThatThrownBy(() -> evaluate("a,b\n1,2\n"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("those of no table that is known here");
    }

    @Test
    void a_file_that_is_not_there_empty_or_endless_is_a_problem() {
        assertThatThrownBy(() -> PLAN.evaluate(List.of(folder.resolve("none.csv"))))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("There is no file");
        assertThatThrownBy(() -> evaluate("")).hasMessageContaining("The file is empty");
        assertThatThrownBy(() -> evaluate("x".repeat(70_000)))
                .hasMessageContaining("A line has at most 65,536 characters.");
        assertThatThrownBy(() -> evaluate(TRAINING + "\n".repeat(3) + "a\n".repeat(1_000)))
                .hasMessageContaining("100 problems");
    }

    @Test
    void a_step_of_the_fit_is_counted_separately() throws IOException {
        String tiny = "tiny,4,256,4,4,1024,8192,0,1024,1,amp,0,7342336,0.00643,";
        ModelEvaluation modelEvaluation =
                evaluate(SINGLE + tiny + "0.29,159158\n" + tiny + "0.31,159158\n");
        assertThat(modelEvaluation.score().rows().fitted()).isEqualTo(1);
        assertThat(modelEvaluation.unseen().memory().orElseThrow()).isCloseTo(6.67, within(0.1));
    }

    @Test
    void an_accelerator_is_also_found_by_its_catalog_name() throws IOException {
        PredictionScore one = evaluate(TRAINING + MPT + "full,8,4096,1000,,\n").score();
        for (String name : List.of("H100", "NVIDIA H100 80GB HBM3", "NVIDIA H100-SXM5-80GB")) {
            String row = MPT.replace("H100-SXM-80GB", name) + "full,8,4096,1000,,\n";
            assertThat(evaluate(TRAINING + row).score()).as(name).isEqualTo(one);
        }
    }

    @Test
    void any_file_ends_in_an_evaluation_or_a_problem() throws IOException {
        List<String> bits =
                List.of(
                        ",",
                        "\n",
                        "\"",
                        "1e400",
                        "-1",
                        "nan",
                        "0",
                        "OOM",
                        "\u0000",
                        "é",
                        "H100",
                        "9".repeat(30));
        for (int seed = 0; seed < 300; seed++) {
            var chance = new Random(seed);
            var text = new StringBuilder(chance.nextBoolean() ? TRAINING + MPT : SINGLE);
            chance.ints(chance.nextInt(120), 0, bits.size())
                    .forEach(it -> text.append(bits.get(it)));
            try {
                assertThat(evaluate(text.toString()).score().rows().all()).isNotNegative();
            } catch (Problem expected) {
                assertThat(expected.next()).as("seed " + seed).isNotBlank();
            }
        }
    }

    @Test
    void any_row_is_compared_or_skipped_with_a_reason() throws IOException {
        List<String> cells = List.of("", "0", "1", "8", "1e15", "-3", "full", "nan", "0.5", "gpt3");
        for (int seed = 0; seed < 300; seed++) {
            var chance = new Random(seed);
            String[] row = (MPT + "full,8,4096,1000,,x").split(",", -1);
            for (int changes = 1 + chance.nextInt(6); changes > 0; changes--) {
                row[chance.nextInt(row.length)] = cells.get(chance.nextInt(cells.size()));
            }
            PredictionScore predictionScore =
                    evaluate(TRAINING + String.join(",", row) + "\n").score();
            assertThat(predictionScore.rate().mape().orElse(0)).as("seed " + seed).isFinite();
        }
    }

    private ModelEvaluation evaluate(String text) throws IOException {
        Path file = folder.resolve("rows.csv");
        Files.writeString(file, text);
        return PLAN.evaluate(List.of(file));
    }
}
