package slipway.run.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import slipway.run.engine.AttemptId;
import slipway.run.engine.LiveAttempt;
import slipway.run.engine.UsageSample;

/** Samples all running jobs every few seconds and enforces their time and memory limits. */
final class SamplingLoop {

    private final LocalJobs localJobs;
    private final ProcessSampler processSampler;
    private final boolean enforcesMemory;
    private final Map<AttemptId, UsageSample> newest = new ConcurrentHashMap<>();

    /**
     * @param enforcesMemory whether sampling must enforce memory limits, because cgroups do not
     */
    SamplingLoop(LocalJobs localJobs, ProcessSampler processSampler, boolean enforcesMemory) {
        this.localJobs = localJobs;
        this.processSampler = processSampler;
        this.enforcesMemory = enforcesMemory;
    }

    void sampleAll(Instant now) {
        List<LocalJob> running =
                localJobs.all().stream().filter(localJob -> !localJob.gone()).toList();
        if (running.isEmpty()) {
            processSampler.skipRound();
            return;
        }
        for (UsageSample sample : processSampler.sample(running, localJobs.roots(), now)) {
            newest.put(sample.id(), sample);
        }
        for (LocalJob localJob : running) {
            enforceLimits(localJob, now);
        }
    }

    private void enforceLimits(LocalJob localJob, Instant now) {
        var limits = localJob.launch.limits();
        if (limits.maxDuration()
                .filter(most -> now.isAfter(localJob.since.plus(most)))
                .isPresent()) {
            localJobs.end(localJob, LiveAttempt.TIME_LIMIT);
        }
        Optional<UsageSample> sample = newest(localJob.id());
        if (enforcesMemory
                && limits.memory().isPresent()
                && sample.filter(taken -> taken.memory().now().compareTo(limits.memory().get()) > 0)
                        .isPresent()) {
            localJobs.kill(localJob, LiveAttempt.OUT_OF_MEMORY);
        }
        if (localJob.tasks.stream().anyMatch(task -> !task.gone() && hasEnded(localJob, task))) {
            localJobs.killLeftovers(localJob);
        }
    }

    /** Whether the job has ended, although a background process may keep its log open and launch.sh waiting. */
    private static boolean hasEnded(LocalJob localJob, LocalJob.NodeTask task) {
        Path exits = localJob.directory.path().resolve("exit");
        return isWritten(exits.resolve("." + task.rank()))
                || isWritten(exits.resolve(Integer.toString(task.rank())));
    }

    /** On a full disk the exit file is empty, and launch.sh waits for space. */
    private static boolean isWritten(Path exit) {
        try {
            return Files.size(exit) > 0;
        } catch (IOException notThere) {
            return false;
        }
    }

    Optional<UsageSample> newest(AttemptId id) {
        return Optional.ofNullable(newest.get(id));
    }

    void forget(AttemptId id) {
        newest.remove(id);
        processSampler.forget(id);
    }
}
