package slipway.run.slurm;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
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
 * What is in Slurm's hands, from the submission or the adoption until it is forgotten. What Slurm says is learned by
 * asking for all jobs at once; a question that is not answered changes nothing.
 */
final class SlurmJobs {

    private static final Logger LOG = LoggerFactory.getLogger(SlurmJobs.class);

    /** In one look, so that ten thousand jobs that wait on a network's file system are not too many. */
    private static final int MAX_CHECKED_PER_ROUND = 200;

    private final SlurmPrograms slurmPrograms;
    private final SbatchSubmission sbatchSubmission;
    private final ActualPlacement actualPlacement;
    private final SlurmLaunchRecords slurmLaunchRecords;
    private final TrustLimits trustLimits;
    private final Map<AttemptId, SlurmJob> jobs = new ConcurrentSkipListMap<>();
    private final List<Consumer<AttemptId>> listeners = new CopyOnWriteArrayList<>();
    private int rounds;

    /**
     * When Slurm is no longer believed.
     *
     * @param absences so often in a row Slurm must not know a job that it perhaps was given before that job is given up
     * @param timeout so long it may say of a job that it runs after all of it has ended
     */
    record TrustLimits(int absences, Duration timeout, InstantSource clock) {

        /** The questions that fill the time which one answer may take. */
        static TrustLimits of(Duration patience, Duration every, InstantSource clock) {
            return new TrustLimits(
                    3 + (int) Math.min(1_000, patience.dividedBy(every)), patience, clock);
        }

        /** So long it may say of a job that it runs before anything of it has begun. */
        Duration startTimeout() {
            return timeout.multipliedBy(4);
        }
    }

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
    }

    /** Takes up what an earlier life of the server handed over. */
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

    /** Whoever asks of one is told what its files say by now. */
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
     * @param words of the submission; not asked for if it was launched before
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
                    slurmJob.entry()); // before it is sent: who dies now must look it up
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
                LOG.warn("Whether Slurm has {} is not known: {}", slurmJob.id(), because);
                slurmJob.markUnsure("Slurm was asked and did not answer: " + because);
                changed(slurmJob);
            }
            case Outcome.Refused(var because) -> {
                jobs.remove(slurmJob.id());
                slurmLaunchRecords.remove(slurmJob.id());
                throw SbatchSubmission.refusal(launch, because);
            }
        }
    }

    /** It is over and forgotten, or it runs and only the ledger was lost. */
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
            slurmJob.markUnsure("Slurm was asked and did not answer: " + e.getMessage());
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

    /** One after the other: what is written last is what is true. */
    private synchronized void write(SlurmJob slurmJob) {
        try {
            slurmLaunchRecords.put(slurmJob.entry());
        } catch (IOException e) {
            LOG.warn(
                    "{} is known to Slurm only; the next server looks it up by name",
                    slurmJob.id(),
                    e);
        }
    }

    // Watching.

    /** At files only: a beginning shows there first, and an end too. */
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

    /** Asks Slurm of all that is there; costs nothing when nothing is. */
    void poll() throws IOException {
        for (SlurmJob slurmJob : jobs.values().stream().filter(SlurmJob::unsure).toList()) {
            resolveUnsure(slurmJob);
        }
        List<SlurmJob> numbered =
                jobs.values().stream()
                        .filter(slurmJob -> !slurmJob.gone() && slurmJob.number().isPresent())
                        .toList();
        if (!numbered.isEmpty()) {
            Map<Long, SqueueEntry> seen = squeue(numbered);
            for (SlurmJob slurmJob : numbered) {
                SqueueEntry entry = seen.get(slurmJob.number().orElseThrow());
                update(slurmJob, Optional.ofNullable(entry).filter(slurmJob::isOf));
            }
        }
    }

    /** The option of {@code squeue} that shows jobs of those accounts that these have. */
    static String userOption(List<SlurmJob> jobs) {
        List<String> others =
                jobs.stream()
                        .flatMap(slurmJob -> slurmJob.account().stream())
                        .map(posixAccount -> Integer.toString(posixAccount.user()))
                        .distinct()
                        .toList();
        if (others.isEmpty()) {
            return "--me";
        }
        boolean own = jobs.stream().anyMatch(slurmJob -> slurmJob.account().isEmpty());
        return "--user=" + String.join(",", others) + (own ? "," + AccountLookup.serverUid() : "");
    }

    private Map<Long, SqueueEntry> squeue(List<SlurmJob> of) throws IOException {
        Map<Long, SqueueEntry> seen = new HashMap<>();
        slurmPrograms
                .outputOf(
                        "squeue", "-h", "-a", userOption(of), "-t", "all", "-O", SqueueEntry.FORMAT)
                .lines()
                .flatMap(line -> SqueueEntry.parse(line).stream())
                .forEach(each -> seen.put(each.number(), each));
        return seen;
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
            LOG.warn("{} was started again by somebody, and is ended", slurmJob.id());
            cancel(slurmJob);
        }
        if (slurmJob.isOverdue(trustLimits)) {
            LOG.warn("Slurm says that {} runs, which it does not; it is taken back", slurmJob.id());
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

    /** Whether Slurm has it after all. What it does not show for long is given up, and may not begin any more. */
    private void resolveUnsure(SlurmJob slurmJob) throws IOException {
        Optional<Long> number = sbatchSubmission.findByName(slurmJob);
        if (number.isPresent()) {
            assignNumber(slurmJob, number.get());
            return;
        }
        if (slurmJob.absences() + 2 >= trustLimits.absences) {
            withdraw(slurmJob);
        }
        if (slurmJob.recordAbsence(trustLimits.absences)) {
            changed(slurmJob);
        }
    }

    /** From now on its batch script ends before it has begun, should Slurm still come with it. */
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

    /** The last resort, and the first for what does not run yet. */
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

    /** By its name too: a controller that lost its newest state may have given the number to another job since. */
    static List<String> cancelCommand(SlurmJob slurmJob, long number, String... options) {
        var words = new ArrayList<>(List.of("scancel", "--jobname=" + slurmJob.id()));
        words.addAll(List.of(options));
        words.add(Long.toString(number));
        return words;
    }

    /**
     * By the job's own account.
     *
     * @return whether it was done
     */
    boolean runLogged(SlurmJob slurmJob, List<String> words) {
        try {
            SlurmPrograms.Result answer = slurmPrograms.as(slurmJob.account()).run(words);
            if (!answer.succeeded()) {
                LOG.info("{} said: {}", words.getFirst(), answer.failure());
            }
            return answer.succeeded();
        } catch (IOException e) {
            LOG.warn("{} did not work", words.getFirst(), e);
            return false;
        }
    }

    /** How Slurm sees it at this moment. */
    Optional<SqueueEntry> query(SlurmJob slurmJob) {
        try {
            Map<Long, SqueueEntry> seen = squeue(List.of(slurmJob));
            return slurmJob.number()
                    .flatMap(number -> Optional.ofNullable(seen.get(number)))
                    .filter(slurmJob::isOf);
        } catch (IOException e) {
            LOG.info("Slurm does not say how {} stands", slurmJob.id(), e);
            return Optional.empty();
        }
    }

    /**
     * @param cleanUp what is done before nobody knows of it any more
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
