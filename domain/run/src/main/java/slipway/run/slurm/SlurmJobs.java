package slipway.run.slurm;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Problem;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Launch;
import slipway.run.slurm.SbatchSubmission.Outcome;

/**
 * The jobs submitted to Slurm, from submission or adoption until they are forgotten. One {@code squeue} reads the
 * states of all jobs; a query without a reply changes nothing.
 */
final class SlurmJobs {

    private static final Logger LOG = LoggerFactory.getLogger(SlurmJobs.class);

    /** Bounds the work of a round when ten thousand jobs are pending on a network file system. */
    private static final int MAX_CHECKED_PER_ROUND = 200;

    private final SlurmPrograms slurmPrograms;
    private final SbatchSubmission sbatchSubmission;
    private final ActualPlacement actualPlacement;
    private final SlurmLaunchRecords slurmLaunchRecords;
    private final TrustLimits trustLimits;
    private final Squeue squeue;
    private final Map<AttemptId, SlurmJob> jobs = new ConcurrentSkipListMap<>();
    private final List<Consumer<AttemptId>> listeners = new CopyOnWriteArrayList<>();
    private int rounds;

    SlurmJobs(
            SlurmPrograms slurmPrograms,
            SbatchSubmission sbatchSubmission,
            ActualPlacement actualPlacement,
            SlurmLaunchRecords slurmLaunchRecords,
            TrustLimits trustLimits) {
        this.slurmPrograms = slurmPrograms;
        this.sbatchSubmission = sbatchSubmission;
        this.actualPlacement = actualPlacement;
        this.slurmLaunchRecords = slurmLaunchRecords;
        this.trustLimits = trustLimits;
        this.squeue = new Squeue(slurmPrograms);
    }

    /** Adopts the jobs that an earlier server submitted. */
    void adopt() {
        slurmLaunchRecords.all().stream()
                .map(SlurmJob::new)
                .forEach(slurmJob -> jobs.put(slurmJob.id(), slurmJob));
    }

    List<SlurmJob> all() {
        return List.copyOf(jobs.values());
    }

    boolean has(AttemptId id) {
        return jobs.containsKey(id);
    }

    /** The job, after a check of its files. */
    Optional<SlurmJob> find(AttemptId id) {
        Optional<SlurmJob> found = Optional.ofNullable(jobs.get(id));
        found.ifPresent(this::checkClaim);
        return found;
    }

    private boolean checkClaim(SlurmJob slurmJob) {
        boolean started = slurmJob.isPending() && slurmJob.hasClaim() && slurmJob.markRunning();
        if (started) {
            slurmJob.pollSoon();
            changed(slurmJob);
        }
        return started;
    }

    Set<Long> numbers() {
        return all().stream()
                .flatMap(slurmJob -> slurmJob.number().stream())
                .collect(Collectors.toSet());
    }

    void listen(Consumer<AttemptId> changed) {
        listeners.add(changed);
    }

    void removeListeners() {
        listeners.clear();
    }

    // Launching.

    /**
     * @param words the submission command; not evaluated if the attempt was launched before
     */
    void launch(Launch launch, Supplier<List<String>> words) {
        SlurmJob slurmJob = SlurmJob.of(launch);
        if (jobs.putIfAbsent(slurmJob.id(), slurmJob) != null) {
            return;
        }
        List<String> command;
        try {
            if (wasLaunched(slurmJob)) {
                return;
            }
            command = words.get();
            slurmLaunchRecords.put(
                    slurmJob.entry()); // before sending: after a crash the job is looked up by name
        } catch (Problem e) {
            jobs.remove(slurmJob.id());
            throw e;
        } catch (IOException e) {
            jobs.remove(slurmJob.id());
            throw SbatchSubmission.refusal(launch, String.valueOf(e.getMessage())).causedBy(e);
        }
        switch (sbatchSubmission.submit(slurmJob, command)) {
            case Outcome.Accepted(var number) -> assignNumber(slurmJob, number);
            case Outcome.Unknown(var because) -> {
                LOG.warn("The reply to the submission of {} was lost: {}", slurmJob.id(), because);
                slurmJob.markUnsure("Slurm did not answer the submission: " + because);
                changed(slurmJob);
            }
            case Outcome.Refused(var because) -> {
                jobs.remove(slurmJob.id());
                slurmLaunchRecords.remove(slurmJob.id());
                throw SbatchSubmission.refusal(launch, because);
            }
        }
    }

    /** Whether the attempt was launched before: it has ended and was forgotten, or it runs and its record was lost. */
    private boolean wasLaunched(SlurmJob slurmJob) {
        boolean closed =
                SlurmLaunchRecords.isArchived(slurmJob.directory()) || isWithdrawn(slurmJob);
        boolean began = !slurmJob.directory().claimed().isEmpty();
        if (!began || closed) {
            if (closed) {
                jobs.remove(slurmJob.id());
            }
            return closed;
        }
        try {
            sbatchSubmission
                    .findByName(slurmJob)
                    .ifPresentOrElse(
                            number -> assignNumber(slurmJob, number),
                            () -> jobs.remove(slurmJob.id()));
        } catch (IOException e) {
            slurmJob.markUnsure("Slurm did not answer a query for the job: " + e.getMessage());
            write(slurmJob);
        }
        return true;
    }

    private void assignNumber(SlurmJob slurmJob, long number) {
        jobs.values().stream()
                .filter(other -> other != slurmJob && other.releaseNumber(number))
                .forEach(this::write);
        slurmJob.assignNumber(number);
        write(slurmJob);
        slurmJob.pollSoon();
        changed(slurmJob);
        if (slurmJob.isCancelledByUs()) {
            cancel(slurmJob);
        }
    }

    /** Synchronized, so that the newest entry is written last. */
    private synchronized void write(SlurmJob slurmJob) {
        try {
            slurmLaunchRecords.put(slurmJob.entry());
        } catch (IOException e) {
            LOG.warn(
                    "The launch record of {} could not be written; the next server looks it up by name",
                    slurmJob.id(),
                    e);
        }
    }

    // Watching.

    /** Checks only files, because starts and ends show there first. */
    void checkFiles() {
        rounds++;
        var present = jobs.values().stream().filter(slurmJob -> !slurmJob.gone()).toList();
        int from = present.isEmpty() ? 0 : rounds * MAX_CHECKED_PER_ROUND % present.size();
        for (int i = 0; i < Math.min(present.size(), MAX_CHECKED_PER_ROUND); i++) {
            SlurmJob slurmJob = present.get((from + i) % present.size());
            if (!checkClaim(slurmJob)
                    && !slurmJob.isPending()
                    && rounds % 5 == 0
                    && !slurmJob.isExitSeen()
                    && slurmJob.hasExit()) {
                slurmJob.markExitSeen();
                slurmJob.pollSoon();
            }
        }
    }

    boolean isPollDue() {
        boolean due = false;
        for (SlurmJob slurmJob : jobs.values()) {
            due |= slurmJob.isPollDue();
        }
        return due;
    }

    /** Queries Slurm for all jobs; without jobs it queries nothing. */
    void poll() throws IOException {
        for (SlurmJob slurmJob : jobs.values().stream().filter(SlurmJob::unsure).toList()) {
            resolveUnsure(slurmJob);
        }
        List<SlurmJob> numbered =
                jobs.values().stream()
                        .filter(slurmJob -> !slurmJob.gone() && slurmJob.number().isPresent())
                        .toList();
        if (!numbered.isEmpty()) {
            Map<Long, SqueueEntry> seen = squeue.query(numbered);
            for (SlurmJob slurmJob : numbered) {
                SqueueEntry entry = seen.get(slurmJob.number().orElseThrow());
                update(slurmJob, Optional.ofNullable(entry).filter(slurmJob::isOf));
            }
        }
    }

    private void update(SlurmJob slurmJob, Optional<SqueueEntry> seen) throws IOException {
        Optional<SqueueEntry> cutShort = seen.filter(slurmJob::wasCutShortBeforeStart);
        boolean unfit = cutShort.isPresent() && actualPlacement.isUnfit(cutShort.get().nodes());
        if (cutShort.isPresent() && !unfit && !slurmJob.isCutShortConfirmed()) {
            slurmJob.pollSoon();
            return;
        }
        boolean news =
                seen.map(entry -> slurmJob.update(entry, unfit)).orElseGet(slurmJob::recordAbsence);
        if (seen.filter(each -> each.restarted() && !each.over()).isPresent()) {
            LOG.warn("{} was requeued outside of Slipway and is cancelled", slurmJob.id());
            cancel(slurmJob);
        }
        if (slurmJob.isOverdue(trustLimits)) {
            LOG.warn("Slurm reports {} as running, but it is not; it is cancelled", slurmJob.id());
            withdraw(slurmJob);
            cancel(slurmJob);
        }
        if (!slurmJob.gone() && !slurmJob.isPending() && slurmJob.placement().isEmpty()) {
            news |=
                    seen.flatMap(each -> actualPlacement.find(slurmJob, each.nodes()))
                            .filter(slurmJob::recordPlacement)
                            .isPresent();
        }
        if (news) {
            changed(slurmJob);
        }
    }

    /** Looks up an unsure job. One that Slurm does not list for long is withdrawn and cannot start any more. */
    private void resolveUnsure(SlurmJob slurmJob) throws IOException {
        Optional<Long> number = sbatchSubmission.findByName(slurmJob);
        if (number.isPresent()) {
            assignNumber(slurmJob, number.get());
            return;
        }
        if (slurmJob.absences() + 2 >= trustLimits.absences()) {
            withdraw(slurmJob);
        }
        if (slurmJob.recordAbsence(trustLimits.absences())) {
            changed(slurmJob);
        }
    }

    /** If Slurm starts the job after this, its batch script ends at once. */
    void withdraw(SlurmJob slurmJob) {
        try {
            Files.createFile(slurmJob.directory().path().resolve("withdrawn"));
        } catch (FileAlreadyExistsException e) {
            LOG.debug("{} is withdrawn already", slurmJob.id());
        } catch (IOException e) {
            LOG.warn("{} could not be withdrawn", slurmJob.id(), e);
        }
    }

    private static boolean isWithdrawn(SlurmJob slurmJob) {
        return Files.exists(slurmJob.directory().path().resolve("withdrawn"));
    }

    /** Cancels the job in Slurm: the last resort for a running job, the first for a pending one. */
    void cancel(SlurmJob slurmJob, String... options) {
        slurmJob.markCancelledByUs();
        write(slurmJob);
        slurmJob.pollSoon();
        slurmJob.number()
                .ifPresent(
                        number -> {
                            runLogged(slurmJob, cancelCommand(slurmJob, number, options));
                        });
    }

    /** Selects by name too: a controller that lost its newest state may have reused the number for another job. */
    static List<String> cancelCommand(SlurmJob slurmJob, long number, String... options) {
        var words = new ArrayList<>(List.of("scancel", "--jobname=" + slurmJob.id()));
        words.addAll(List.of(options));
        words.add(Long.toString(number));
        return words;
    }

    /**
     * Runs a command under the account of the job and logs a failure.
     *
     * @return whether it succeeded
     */
    boolean runLogged(SlurmJob slurmJob, List<String> words) {
        try {
            SlurmPrograms.Result answer = slurmPrograms.as(slurmJob.account()).run(words);
            if (!answer.succeeded()) {
                LOG.info("{} failed: {}", words.getFirst(), answer.failure());
            }
            return answer.succeeded();
        } catch (IOException e) {
            LOG.warn("{} could not be run", words.getFirst(), e);
            return false;
        }
    }

    /** Slurm's entry of the job at this moment. */
    Optional<SqueueEntry> query(SlurmJob slurmJob) {
        try {
            Map<Long, SqueueEntry> seen = squeue.query(List.of(slurmJob));
            return slurmJob.number()
                    .flatMap(number -> Optional.ofNullable(seen.get(number)))
                    .filter(slurmJob::isOf);
        } catch (IOException e) {
            LOG.info("Slurm did not answer the query for {}", slurmJob.id(), e);
            return Optional.empty();
        }
    }

    /**
     * @param cleanUp runs before the launch record is archived
     */
    Optional<SlurmJob> forget(AttemptId id, Consumer<SlurmJob> cleanUp) {
        SlurmJob slurmJob = jobs.get(id);
        if (slurmJob == null || !slurmJob.gone()) {
            return Optional.empty();
        }
        jobs.remove(id);
        cleanUp.accept(slurmJob);
        slurmLaunchRecords.archive(slurmJob.directory());
        return Optional.of(slurmJob);
    }

    private void changed(SlurmJob slurmJob) {
        listeners.forEach(listener -> listener.accept(slurmJob.id()));
    }
}
