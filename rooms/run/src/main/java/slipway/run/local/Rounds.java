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
import slipway.run.engine.Live;
import slipway.run.engine.Sampled;

/** Looks at everything that runs, every few seconds: one look for all, and then what follows from it. */
final class Rounds {

    private final Jobs jobs;
    private final Sampling sampling;
    private final boolean watchesMemory;
    private final Map<AttemptId, Sampled> newest = new ConcurrentHashMap<>();

    /**
     * @param watchesMemory nobody else keeps attempts within their memory
     */
    Rounds(Jobs jobs, Sampling sampling, boolean watchesMemory) {
        this.jobs = jobs;
        this.sampling = sampling;
        this.watchesMemory = watchesMemory;
    }

    void round(Instant now) {
        List<Job> running = jobs.all().stream().filter(job -> !job.gone()).toList();
        if (running.isEmpty()) {
            sampling.rest();
            return;
        }
        for (Sampled sample : sampling.round(running, jobs.roots(), now)) {
            newest.put(sample.id(), sample);
        }
        for (Job job : running) {
            judge(job, now);
        }
    }

    private void judge(Job job, Instant now) {
        var limits = job.launch.limits();
        if (limits.maxDuration().filter(most -> now.isAfter(job.since.plus(most))).isPresent()) {
            jobs.end(job, Live.TIME_LIMIT);
        }
        Optional<Sampled> sample = newest(job.id());
        if (watchesMemory
                && limits.memory().isPresent()
                && sample.filter(taken -> taken.memory().compareTo(limits.memory().get()) > 0)
                        .isPresent()) {
            jobs.kill(job, Live.OUT_OF_MEMORY);
        }
        if (job.parts.stream().anyMatch(part -> !part.gone() && hasEnded(job, part))) {
            jobs.strikeLeftovers(job);
        }
    }

    /** The job has ended, but something it left holds its log open and keeps launch.sh waiting. */
    private static boolean hasEnded(Job job, Job.Part part) {
        Path exits = job.directory.path().resolve("exit");
        return isWritten(exits.resolve("." + part.rank()))
                || isWritten(exits.resolve(Integer.toString(part.rank())));
    }

    /** On a full disk it is there with nothing in it, and launch.sh waits for room. */
    private static boolean isWritten(Path exit) {
        try {
            return Files.size(exit) > 0;
        } catch (IOException notThere) {
            return false;
        }
    }

    Optional<Sampled> newest(AttemptId id) {
        return Optional.ofNullable(newest.get(id));
    }

    void forget(AttemptId id) {
        newest.remove(id);
        sampling.forget(id);
    }
}
