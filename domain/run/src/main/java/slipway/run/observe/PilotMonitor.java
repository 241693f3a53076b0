package slipway.run.observe;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.attempt.AttemptLogReader;
import slipway.run.attempt.JobProgress;
import slipway.run.attempt.LogText;
import slipway.run.engine.AttemptId;
import slipway.run.lifecycle.PilotVerdict;
import slipway.run.observe.StepRecorder.Detail;
import slipway.spec.workload.PilotSpec;

/**
 * Records every step of running pilots, and reports when one has done its steps or makes no progress.
 *
 * <p>A step of a small job takes some hundredths of a second, and reconciliation runs every five seconds. So the
 * progress file of a pilot is polled twenty times a second. The time of a step is the file's own modification time,
 * which is exact to some thousandths of a second, whatever the reader does meanwhile.
 */
final class PilotMonitor implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PilotMonitor.class);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);
    private static final int TAIL_BYTES = 4_096;

    private final StepRecorder stepRecorder;
    private final InstantSource clock;
    private final BiConsumer<AttemptId, PilotVerdict> report;
    private final Map<AttemptId, Thread> followed = new ConcurrentHashMap<>();

    /** Reported again at every reconciliation until it is durable. */
    private final Map<AttemptId, PilotVerdict> verdicts = new ConcurrentHashMap<>();

    public PilotMonitor(
            StepRecorder stepRecorder,
            InstantSource clock,
            BiConsumer<AttemptId, PilotVerdict> report) {
        this.stepRecorder = stepRecorder;
        this.clock = clock;
        this.report = report;
    }

    /**
     * Follows a running pilot; called at every reconciliation, and started once.
     *
     * @param since when it began to run
     */
    public void follow(AttemptDirectory directory, PilotSpec pilotSpec, Instant since) {
        Optional.ofNullable(verdicts.get(directory.id()))
                .ifPresent(pilotVerdict -> report.accept(directory.id(), pilotVerdict));
        followed.computeIfAbsent(
                directory.id(),
                id ->
                        Thread.ofVirtual()
                                .name("run-pilot-" + id)
                                .start(
                                        () ->
                                                follow(
                                                        new PilotFollower(
                                                                directory, pilotSpec, since))));
    }

    private void follow(PilotFollower follower) {
        AttemptId id = follower.directory.id();
        try {
            while (!verdicts.containsKey(id)) {
                follower.poll();
                Optional<PilotVerdict> verdict = follower.verdict();
                if (verdict.isPresent()) {
                    verdicts.put(id, verdict.get());
                    report.accept(id, verdict.get());
                }
                Thread.sleep(POLL_INTERVAL);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the pilot or the server has ended
        } catch (RuntimeException e) {
            LOG.warn("Pilot {} is no longer followed", id, e);
        }
    }

    /** What has been observed of one pilot. */
    private final class PilotFollower {

        private final AttemptDirectory directory;
        private final PilotStepCounter pilotStepCounter;
        private Optional<Instant> written = Optional.empty();

        PilotFollower(AttemptDirectory directory, PilotSpec pilotSpec, Instant since) {
            this.directory = directory;
            this.pilotStepCounter = new PilotStepCounter(pilotSpec, since);
            directory
                    .stepHistory()
                    .records()
                    .forEach(
                            stepRecord ->
                                    pilotStepCounter.atStep(stepRecord.step(), clock.instant()));
        }

        void poll() {
            Optional<Instant> time = directory.progressAt();
            if (time.isPresent() && !time.equals(written)) {
                Optional<JobProgress> reported = directory.progress().flatMap(JobProgress::inFile);
                if (!directory.progressAt().equals(time)) {
                    return; // it was written meanwhile: step and time may not match
                }
                written = time;
                reported.ifPresent(jobProgress -> progressed(jobProgress, time.get()));
            }
            if (pilotStepCounter.hasNoSteps()) {
                printed().ifPresent(jobProgress -> progressed(jobProgress, clock.instant()));
            }
        }

        private Optional<JobProgress> printed() {
            if (directory.progress().isPresent()) {
                return Optional.empty();
            }
            AttemptLogReader log = directory.log(0);
            AttemptLogReader.Part end = log.read(Math.max(0, log.end() - TAIL_BYTES), TAIL_BYTES);
            return JobProgress.inLog(LogText.of(end.bytes(), true).text());
        }

        private void progressed(JobProgress jobProgress, Instant at) {
            stepRecorder.record(directory, jobProgress, at, Detail.ALL);
            pilotStepCounter.atStep(jobProgress.step(), clock.instant());
            pilotStepCounter.nowDoing(jobProgress.doing());
        }

        Optional<PilotVerdict> verdict() {
            return pilotStepCounter.verdict(clock.instant());
        }
    }

    /** Stops following all others, which have ended. */
    public void retain(Set<AttemptId> present) {
        verdicts.keySet().retainAll(present);
        for (AttemptId id : Set.copyOf(followed.keySet())) {
            if (!present.contains(id)) {
                Optional.ofNullable(followed.remove(id)).ifPresent(Thread::interrupt);
            }
        }
    }

    @Override
    public void close() {
        retain(Set.of());
    }
}
