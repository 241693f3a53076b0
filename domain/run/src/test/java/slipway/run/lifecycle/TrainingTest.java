package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.WorkloadId;
import slipway.run.engine.InTarget;
import slipway.testkit.Needs;

/** A real training with PyTorch: two ranks that synchronize, save on notice, and resume. */
@Tag("process")
class TrainingTest {

    private static final Pattern LOSS = Pattern.compile("step (\\d+) loss ([0-9.]+) of 2 ranks");

    @TempDir(factory = InTarget.class)
    Path attempts;

    @TempDir(factory = InTarget.class)
    Path work;

    private ProcessRunHarness harness;

    @BeforeEach
    void begin() throws IOException {
        Needs.command("torchrun", "python3-torch");
        Files.writeString(work.resolve("training.py"), program());
        harness = new ProcessRunHarness(attempts);
    }

    @AfterEach
    void close() {
        if (harness != null) {
            harness.close();
        }
    }

    /**
     * The save takes 45 seconds, longer than torchrun leaves its workers once it is asked to end. No signal is sent:
     * only the notice is given, and the processors are free when the save has its name.
     */
    @Test
    void a_training_is_preempted_in_a_long_save_and_its_loss_goes_on_falling() throws IOException {
        WorkloadId training = submit();
        harness.await(training, "running");
        harness.untilLogged(training, "step 5 ");
        var first = harness.workload(training).attempt();
        WorkloadId urgent =
                harness.submit(
                        "run: /bin/true\npriority: high\nresources: {cpus: %d}"
                                .formatted(harness.cpus()));
        harness.untilLogged(training, "saving");
        for (int second = 0; second < 45; second++) {
            harness.clock.forward(Duration.ofSeconds(1));
            harness.runner().reconcileNow();
        }
        assertThat(harness.word(training)).isEqualTo("preempting");
        assertThat(harness.word(urgent)).isEqualTo("queued");

        Files.createFile(work.resolve("saved"));
        harness.until(
                () -> {
                    harness.clock.forward(Duration.ofMillis(100));
                    return harness.word(urgent).equals("succeeded");
                });
        harness.await(training, "succeeded");

        assertThat(harness.workload(training).history().attempts()).isEqualTo(2);
        String second = harness.log(harness.workload(training).attempt());
        assertThat(second).contains("resumed after step 5", "done");
        assertThat(losses(second).getFirst()[0]).isEqualTo(6);
        List<double[]> all = new ArrayList<>(losses(harness.log(first)));
        all.addAll(losses(second));
        assertThat(all.stream().mapToInt(each -> (int) each[0]).toArray())
                .isEqualTo(IntStream.rangeClosed(1, 40).toArray());
        assertThat(all.stream().map(each -> each[1]).toList())
                .isSortedAccordingTo(Comparator.reverseOrder());
    }

    private WorkloadId submit() {
        return harness.submit(
                """
                priority: low
                checkpoint: 30m
                resources: {cpus: %d}
                envs: {GLOO_SOCKET_IFNAME: lo}
                workdir: %s
                run: exec torchrun --nproc_per_node 2 --master_port "$MASTER_PORT" --redirects 1 --tee 1 training.py
                """
                        .formatted(harness.cpus(), work));
    }

    private static String program() {
        try (InputStream in = TrainingTest.class.getResourceAsStream("training.py")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Step and loss, line by line. */
    private static List<double[]> losses(String log) {
        return LOSS.matcher(log).results().map(TrainingTest::numbers).toList();
    }

    private static double[] numbers(MatchResult line) {
        return new double[] {Double.parseDouble(line.group(1)), Double.parseDouble(line.group(2))};
    }
}
