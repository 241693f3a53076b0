package slipway.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.simulate.report.ReportJson;
import slipway.simulate.report.SimulationFinding;
import slipway.simulate.trace.TestFiles;

class PackingStudyTest {

    @TempDir private Path folder;

    private PackingStudy packing(String... pods) {
        Path nodes =
                TestFiles.file(
                        folder,
                        "nodes.csv",
                        "sn,cpu_milli,memory_mib,gpu,model",
                        "n1,64000,262144,4,T4",
                        "n2,64000,262144,4,T4",
                        "n3,32000,262144,2,P100");
        String[] lines = new String[pods.length + 1];
        lines[0] = "cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec";
        System.arraycopy(pods, 0, lines, 1, pods.length);
        return PackingStudy.of(nodes, TestFiles.file(folder, "pods.csv", lines));
    }

    @Test
    void pods_that_all_fit_fill_the_cluster() {
        PackingResult packingResult =
                packing("1000,1024,1,1000,", "1000,1024,1,500,").run(1, 5, _ -> {});
        assertThat(packingResult.runs())
                .hasSize(5)
                .allMatch(run -> run.inPlace().allocated() > 0.9);
        assertThat(packingResult.mean(PackingResult.Run::inPlace)).isBetween(0.9, 1.0);
    }

    @Test
    void a_refused_pod_counts_as_requested() {
        PackingResult packingResult = packing("1000,1024,1,1000,P100").run(1, 1, _ -> {});
        PackingResult.Packing still = packingResult.runs().getFirst().inPlace();
        assertThat(still.allocated()).isEqualTo(0.2);
        assertThat(still.refused()).isEqualTo(8);
        assertThat(still.curve()).hasSizeGreaterThanOrEqualTo(130);
        assertThat(still.curve().get(129)).isEqualTo(0.2);
    }

    @Test
    void the_seed_alone_determines_the_packing() {
        String[] pods = {
            "1000,1024,1,300,", "1000,1024,2,1000,", "9000,1024,1,1000,", "1000,1024,4,1000,"
        };
        assertThat(json(packing(pods).run(1, 3, _ -> {})))
                .isEqualTo(json(packing(pods).run(1, 3, _ -> {})))
                .isNotEqualTo(json(packing(pods).run(4, 3, _ -> {})));
    }

    private static String json(PackingResult packingResult) {
        return ReportJson.of(new SimulationFinding.Packed("x", packingResult, Duration.ZERO))
                .toString();
    }

    @Test
    void lists_in_the_wrong_order_or_without_accelerators_are_refused() {
        Problem problem = catchThrowableOfType(Problem.class, () -> packing("1000,1024,0,0,"));
        assertThat(problem.why()).isEqualTo("pods.csv has no pod that asks for accelerators.");
    }
}
