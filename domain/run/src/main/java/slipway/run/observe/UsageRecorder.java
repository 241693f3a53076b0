package slipway.run.observe;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import slipway.run.checkpoint.CheckpointScanner;
import slipway.run.cost.UsageMeter;
import slipway.run.engine.AttemptId;
import slipway.run.lifecycle.AttemptUsage;
import slipway.run.lifecycle.RunRequest;
import slipway.run.lifecycle.RunState;
import slipway.run.lifecycle.Workload;

/** Reads what all placed attempts have used since the last window, and which checkpoints they have made. */
final class UsageRecorder {

    private final Supplier<RunState> runState;
    private final UsageMeter usageMeter;
    private final CheckpointScanner checkpointScanner;

    UsageRecorder(
            Supplier<RunState> runState,
            UsageMeter usageMeter,
            CheckpointScanner checkpointScanner) {
        this.runState = runState;
        this.usageMeter = usageMeter;
        this.checkpointScanner = checkpointScanner;
    }

    /** The requests that record it; none if there is nothing to record. */
    List<RunRequest> requests(Instant now) {
        Map<AttemptId, AttemptUsage> measured = new HashMap<>();
        Map<AttemptId, Instant> made = new HashMap<>();
        runState.get()
                .live()
                .filter(Workload::isPlaced)
                .forEach(
                        each -> {
                            measured.put(each.attempt(), usageMeter.readWindow(each));
                            newCheckpoint(each, now).ifPresent(at -> made.put(each.attempt(), at));
                        });
        List<RunRequest> requests = new ArrayList<>();
        if (!measured.isEmpty()) {
            requests.add(new RunRequest.Metered(measured));
        }
        if (!made.isEmpty()) {
            requests.add(new RunRequest.CheckpointsMade(made));
        }
        return requests;
    }

    /** The time of a checkpoint that is newer than the last recorded one. */
    private Optional<Instant> newCheckpoint(Workload workload, Instant now) {
        Optional<Instant> known =
                workload.history().latest().flatMap(Workload.LatestAttempt::lastCheckpoint);
        return workload.spec()
                .execution()
                .checkpoint()
                .flatMap(_ -> checkpointScanner.newestSettled(workload, now))
                .map(found -> found.made().truncatedTo(ChronoUnit.MICROS))
                .filter(at -> known.filter(before -> !before.isBefore(at)).isEmpty());
    }
}
