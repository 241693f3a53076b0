package slipway.surface.plan.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.cli.TestShell;
import slipway.testkit.Golden;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EvaluateCommandTest {

    private static final String[] BOTH = {"plan", "evaluate", "training.csv", "h200.csv"};

    @TempDir private Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(
                folder.resolve("training.csv"),
                """
                source,framework,model,accelerator,n_acc,seq,act_ckpt,mbs,gbs,tokens_per_s_per_acc,step_time_s
                our lab,torchtitan,llama-3-8b,H100,64,8192,full,1,128,6000,
                our lab,torchtitan,llama-3-8b,H100,64,8192,,,128,,1.5
                our lab,torchtitan,llama-3-8b,abacus,64,8192,,,128,6000,
                theirs,torchtitan,llama-3-8b,H100,64,8192,,,128,,
                """);
        Files.writeString(
                folder.resolve("h200.csv"),
                """
                name,layers,hidden,heads,ffn,vocab,gated,seq,micro_batch,precision,act_ckpt,peak_mem_gib,tokens_per_s
                tiny,4,256,4,1024,8192,0,1024,1,amp,0,0.29,159158
                large,36,1280,20,5120,50304,0,1024,57,amp,0,OOM,
                """);
    }

    @Test
    void evaluate_prints_the_answer_first_and_the_totals_last() {
        for (int width : new int[] {40, 80, 120}) {
            TestShell shell = new TestShell(folder).wide(width);
            assertThat(shell.run(BOTH)).as(shell.err()).isZero();
            Golden.matches("plan/evaluated-" + width + ".txt", shell.out());
        }
    }

    @Test
    void the_json_totals_have_all_stable_members() {
        TestShell shell = new TestShell(folder);
        assertThat(shell.run("plan", "evaluate", "training.csv", "--json")).isZero();
        assertThat(shell.out().lines()).hasSize(1);
        JsonNode json = JsonMapper.shared().readTree(shell.out());
        assertThat(json.get("rows").asInt()).isEqualTo(4);
        assertThat(json.get("skipped").asInt()).isEqualTo(1);
        assertThat(json.get("no_target").asInt()).isEqualTo(1);
        assertThat(json.get("assumed").asInt()).isEqualTo(1);
        for (String name :
                new String[] {
                    "mape_percent",
                    "median_error_percent",
                    "bias_percent",
                    "coverage90_percent",
                    "median_half_width_percent"
                }) {
            assertThat(json.get(name).isNumber()).as(name).isTrue();
        }
        for (String name :
                new String[] {
                    "memory_mape_percent",
                    "verdicts_wrong",
                    "ttft_median_error_percent",
                    "tpot_median_error_percent"
                }) {
            assertThat(json.get(name).isNull()).as(name).isTrue();
        }
    }

    @Test
    void serving_rows_inside_and_outside_the_domain_are_distinguished() throws IOException {
        Files.writeString(
                folder.resolve("serving.csv"),
                """
                source,framework,model,accelerator,n_acc,precision,tp,mode,isl,osl,load_type,load_value,ttft_ms,tpot_ms
                ours,vllm 0.19.0,llama-3-70b,H100-SXM-80GB,4,fp8,4,agg,1000,300,concurrency,20,150,14
                ours,abacus,llama-3-70b,H100-SXM-80GB,4,fp8,4,agg,1000,300,concurrency,20,150,14
                """);
        TestShell shell = new TestShell(folder).wide(120);
        assertThat(shell.run("plan", "evaluate", "serving.csv")).as(shell.err()).isZero();
        Golden.matches("plan/served.txt", shell.out());
    }

    @Test
    void a_table_without_results_is_refused() throws IOException {
        Files.writeString(folder.resolve("serving.csv"), "model,isl,osl\nm,1,2\n");
        TestShell shell = new TestShell(folder).wide(80);
        assertThat(shell.run("plan", "evaluate", "serving.csv")).isEqualTo(2);
        assertThat(shell.out()).isEmpty();
        Golden.matches("plan/refused.txt", shell.err());
        assertThat(shell.run("plan", "evaluate", "nowhere.csv")).isEqualTo(3);
    }
}
