package slipway.run.slurm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.AttemptId;

/**
 * Cancels jobs that Slurm reports as running although their attempts have ended and were forgotten. A controller that
 * dies before it has saved the end of a job keeps the job's resources for half an hour after its restart.
 */
final class LeakedSlurmJobs {

    private static final Logger LOG = LoggerFactory.getLogger(LeakedSlurmJobs.class);

    private final SlurmPrograms slurmPrograms;
    private final SlurmJobs slurmJobs;
    private final Path attempts;

    LeakedSlurmJobs(SlurmPrograms slurmPrograms, SlurmJobs slurmJobs, Path attempts) {
        this.slurmPrograms = slurmPrograms;
        this.slurmJobs = slurmJobs;
        this.attempts = attempts;
    }

    /** Cancels them in Slurm. Any user can choose a job's name, so number and account must match the attempt too. */
    void cancelAll() throws IOException {
        for (String line :
                slurmPrograms
                        .outputOf("squeue", "-h", "-a", "-t", "R", "-O", "JobID:|,UserID:|,Name:|")
                        .lines()
                        .toList()) {
            String[] cells = line.split("\\|", -1);
            if (cells.length >= 3 && cells[0].strip().matches("[0-9]{1,12}")) {
                long number = Long.parseLong(cells[0].strip());
                AttemptId.of(cells[2].strip())
                        .filter(id -> !slurmJobs.has(id))
                        .flatMap(this::archived)
                        .filter(entry -> entry.number().equals(Optional.of(number)))
                        .filter(entry -> owner(entry).equals(cells[1].strip()))
                        .ifPresent(entry -> cancel(new SlurmJob(entry), number));
            }
        }
    }

    private Optional<SlurmLaunchRecords.Entry> archived(AttemptId id) {
        return SlurmLaunchRecords.archived(AttemptDirectory.at(attempts, id));
    }

    private static String owner(SlurmLaunchRecords.Entry entry) {
        return Integer.toString(
                entry.account()
                        .map(posixAccount -> posixAccount.user())
                        .orElse(AccountLookup.serverUid()));
    }

    private void cancel(SlurmJob slurmJob, long number) {
        LOG.warn("Slurm reports {} as running, but it has ended; it is cancelled", slurmJob.id());
        boolean _ = slurmJobs.runLogged(slurmJob, SlurmJobs.cancelCommand(slurmJob, number));
    }
}
