package slipway.simulate.trace;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import slipway.schedule.picture.SchedulableWorkload.Manner;
import slipway.spec.ValueType;

/**
 * The form of the Chronus scheduler's traces: {@code job_id,user,num_gpu,submit_time,duration} and, where a job has a
 * deadline, {@code expect_time_list}. All times are minutes. The user is the virtual cluster.
 */
final class Chronus {

    private static final Sheet SHEET =
            Sheet.foreign(',', "user", "num_gpu", "submit_time", "duration");
    private static final ValueType<Integer> GPUS = ValueType.wholeNumber(0, 100_000);

    /** The first of several deadlines, the others of which are worth less. */
    private static final ValueType<Duration> FIRST_MINUTES =
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
    private final Teams teamNames = new Teams();
    private final Sizes gangSizes;

    private Chronus(int perNode) {
        this.gangSizes = new Sizes(perNode);
    }

    static Trace read(Path file, int perNode) {
        var chronusTrace = new Chronus(perNode);
        SHEET.read(file, chronusTrace::row);
        return chronusTrace.gathered.trace();
    }

    private void row(Row traceRow) {
        String user = traceRow.need("user", ValueType.line(), "").replaceFirst("^vc_", "");
        Duration submit = traceRow.need("submit_time", Notation.MINUTES, Duration.ZERO);
        Duration takes = traceRow.need("duration", Notation.MINUTES, Duration.ZERO);
        int gpus = traceRow.need("num_gpu", GPUS, 0);
        Optional<Duration> due = traceRow.read("expect_time_list", FIRST_MINUTES);
        if (!traceRow.isSound()) {
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
                            new Job.Mark(traceRow.text("model_name").orElse(""), "", user),
                            teamNames.of(user),
                            gangSizes.of(gpus),
                            Manner.JOB.saving(Duration.ZERO),
                            Job.Truth.of(submitted, takes).due(due.map(submitted::plus))));
        }
    }
}
