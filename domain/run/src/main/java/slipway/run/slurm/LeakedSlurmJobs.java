package slipway.run.slurm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.AttemptId;

/**
 * Jobs that Slurm says run though their attempts are over and forgotten. A controller that dies before it has written
 * down that a job ended comes back without knowing it, and holds the job's place for half an hour.
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

    /** Has Slurm end them. What a job is called anybody may choose: number and account must be those of the attempt. */
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
        LOG.warn("Slurm says that {} runs, which is over; it is ended there", slurmJob.id());
        boolean _ = slurmJobs.runLogged(slurmJob, SlurmJobs.cancelCommand(slurmJob, number));
    }
}
