package slipway.run.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobProgressTest {

    private static JobProgress of(long step, long total, String loss) {
        return new JobProgress(
                step,
                Optional.of(total).filter(all -> all > 0),
                Optional.of(loss).filter(text -> !text.isEmpty()),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void the_last_line_of_a_progress_file_counts_in_any_format() {
        assertThat(
                        JobProgress.inFile(
                                "{\"step\": 1, \"total\": 9}\n{\"step\": 2, \"total\": 9, \"loss\": 0.5}\n"))
                .contains(of(2, 9, "0.5"));
        assertThat(JobProgress.inFile("step=12 loss=1.5e-3")).contains(of(12, 0, "1.5e-3"));
        assertThat(JobProgress.inFile("{\"step\": 1, \"loss\": 5.5248618784530387e-05}"))
                .contains(of(1, 0, "5.5248618784530387e-05"));
        assertThat(JobProgress.inFile("12/100")).contains(of(12, 100, ""));
        assertThat(JobProgress.inFile("step 3 of 7\nwarming up\n")).contains(of(3, 7, ""));
        assertThat(JobProgress.inFile("warming up")).isEmpty();
    }

    @Test
    void a_log_line_must_name_the_step() {
        assertThat(JobProgress.inLog("[r0] step 120/400 loss 2.03\nsaved\n"))
                .contains(of(120, 400, "2.03"));
        assertThat(JobProgress.inLog(" 72%|███▏ | 7201/10000 [1:02:03<20:11, 1.9it/s]"))
                .contains(of(7_201, 10_000, ""));
        assertThat(JobProgress.inLog("Iteration: 5, Loss: nan")).contains(of(5, 0, "nan"));
        assertThat(JobProgress.inLog("read 12/100 files on 24/12/2026")).isEmpty();
        assertThat(JobProgress.inLog("stepping back 3")).isEmpty();
    }

    @Test
    void numbers_that_are_too_large_are_ignored() {
        assertThat(JobProgress.inFile("step 99999999999999999999999")).isEmpty();
        assertThat(JobProgress.inFile("step 5/0")).contains(of(5, 0, ""));
    }

    @Test
    void a_step_beyond_the_total_counts_as_complete() {
        assertThat(of(11, 10, "").share()).contains(1.0);
        assertThat(of(5, 0, "").share()).isEmpty();
    }

    @Test
    void activity_and_data_wait_time_are_read() {
        JobProgress told =
                JobProgress.inFile(
                                "{\"step\": 7, \"total\": 9, \"doing\": \"save\", \"waited\": 12.25}")
                        .orElseThrow();
        assertThat(told.doing()).contains(JobProgress.Doing.SAVE);
        assertThat(told.waited()).contains(Duration.ofMillis(12_250));
        assertThat(JobProgress.inFile("step=3 doing=evaluate waited=0").orElseThrow().doing())
                .contains(JobProgress.Doing.EVALUATE);
        JobProgress odd = JobProgress.inFile("step=3 doing=nothing waited=-4").orElseThrow();
        assertThat(odd.doing()).isEmpty();
        assertThat(odd.waited()).isEmpty();
        assertThat(JobProgress.inFile("step=3 waited=1e300").orElseThrow().waited()).isEmpty();
    }
}
