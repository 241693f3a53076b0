package slipway.run.slurm;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Queries of Slurm's job queue. */
final class Squeue {

    private final SlurmPrograms slurmPrograms;

    Squeue(SlurmPrograms slurmPrograms) {
        this.slurmPrograms = slurmPrograms;
    }

    /** The entries of all jobs under the accounts of these jobs, by number. */
    Map<Long, SqueueEntry> query(List<SlurmJob> jobs) throws IOException {
        Map<Long, SqueueEntry> entries = new HashMap<>();
        slurmPrograms
                .outputOf(
                        "squeue",
                        "-h",
                        "-a",
                        userOption(jobs),
                        "-t",
                        "all",
                        "-O",
                        SqueueEntry.FORMAT)
                .lines()
                .flatMap(line -> SqueueEntry.parse(line).stream())
                .forEach(entry -> entries.put(entry.number(), entry));
        return entries;
    }

    /** The option of {@code squeue} that selects the accounts of these jobs. */
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
}
