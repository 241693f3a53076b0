package slipway.simulate.trace;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import slipway.schedule.snapshot.SchedulableWorkload.Attributes;
import slipway.spec.ValueType;

/**
 * The form of the Chronus scheduler's traces: {@code job_id,user,num_gpu,submit_time,duration} and, where a job has a
 * deadline, {@code expect_time_list}. All times are minutes. The user is the virtual cluster.
 */
final class ChronusTrace {

    private static final TraceFile FILE =
            TraceFile.external(',', "user", "num_gpu", "submit_time", "duration");
    private static final ValueType<Integer> GPUS = ValueType.wholeNumber(0, 100_000);

    /** The first of several deadlines; the others have less value. */
    private static final ValueType<Duration> FIRST_MINUTES =
            TraceNotation.type(
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
    private final TeamNames teamNames = new TeamNames();
    private final GangSizes gangSizes;

    private ChronusTrace(int perNode) {
        this.gangSizes = new GangSizes(perNode);
    }

    static Trace read(Path file, int perNode) {
        var chronusTrace = new ChronusTrace(perNode);
        FILE.read(file, chronusTrace::row);
        return chronusTrace.gathered.trace();
    }

    private void row(TraceRow traceRow) {
        String user = traceRow.require("user", ValueType.line(), "").replaceFirst("^vc_", "");
        Duration offset = traceRow.require("submit_time", TraceNotation.MINUTES, Duration.ZERO);
        Duration duration = traceRow.require("duration", TraceNotation.MINUTES, Duration.ZERO);
        int gpus = traceRow.require("num_gpu", GPUS, 0);
        Optional<Duration> deadline = traceRow.read("expect_time_list", FIRST_MINUTES);
        if (!traceRow.isValid()) {
            return;
        }
        if (duration.isZero()) {
            gathered.drop("zero_duration");
        } else if (gpus == 0) {
            gathered.drop("no_accelerator");
        } else {
            Instant submitted = Instant.EPOCH.plus(offset);
            gathered.add(
                    new TraceJob(
                            new TraceJob.Labels(traceRow.text("model_name").orElse(""), "", user),
                            teamNames.of(user),
                            gangSizes.of(gpus),
                            Attributes.JOB.withCheckpointInterval(Duration.ZERO),
                            TraceJob.Recorded.of(submitted, duration)
                                    .deadline(deadline.map(submitted::plus))));
        }
    }
}
