package slipway.simulate.trace;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import slipway.schedule.picture.Workload.Manner;
import slipway.spec.Type;

/**
 * The form of the Chronus scheduler's traces: {@code job_id,user,num_gpu,submit_time,duration} and, where a job has a
 * deadline, {@code expect_time_list}. All times are minutes. The user is the virtual cluster.
 */
final class Chronus {

    private static final Sheet SHEET =
            Sheet.foreign(',', "user", "num_gpu", "submit_time", "duration");
    private static final Type<Integer> GPUS = Type.wholeNumber(0, 100_000);

    /** The first of several deadlines, the others of which are worth less. */
    private static final Type<Duration> FIRST_MINUTES =
            Notation.type(
                    "minutes, or several numbers of them with a hyphen between",
                    text ->
                            Optional.of(text)
                                    .filter(
                                            it ->
                                                    it.matches(
                                                            "[0-9]{1,9}(\\.0)?(-[0-9]{1,9}(\\.0)?)*"))
                                    .map(it -> it.split("[-.]", 2)[0])
                                    .map(it -> Duration.ofMinutes(Long.parseLong(it))));

    private final Trace.Gathered gathered = new Trace.Gathered();
    private final Teams teams = new Teams();
    private final Sizes sizes;

    private Chronus(int perNode) {
        this.sizes = new Sizes(perNode);
    }

    static Trace read(Path file, int perNode) {
        var chronus = new Chronus(perNode);
        SHEET.read(file, chronus::row);
        return chronus.gathered.trace();
    }

    private void row(Row row) {
        String user = row.need("user", Type.line(), "").replaceFirst("^vc_", "");
        Duration submit = row.need("submit_time", Notation.MINUTES, Duration.ZERO);
        Duration takes = row.need("duration", Notation.MINUTES, Duration.ZERO);
        int gpus = row.need("num_gpu", GPUS, 0);
        Optional<Duration> due = row.read("expect_time_list", FIRST_MINUTES);
        if (!row.isSound()) {
            return;
        }
        if (takes.isZero()) {
            gathered.drop("zero_duration");
        } else if (gpus == 0) {
            gathered.drop("no_accelerator");
        } else {
            Instant submitted = Instant.EPOCH.plus(submit);
            gathered.add(
                    new Job(
                            new Job.Mark(row.text("model_name").orElse(""), "", user),
                            teams.of(user),
                            sizes.of(gpus),
                            Manner.JOB.saving(Duration.ZERO),
                            Job.Truth.of(submitted, takes).due(due.map(submitted::plus))));
        }
    }
}
