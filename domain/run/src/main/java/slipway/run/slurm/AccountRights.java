package slipway.run.slurm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Checks whether the server's account may run the needed programs for users, without running them. */
final class AccountRights {

    /** The programs that the server runs under the accounts of users. */
    private static final List<String> FOR_USERS =
            List.of("sbatch", "scancel", "srun", "install", "rm");

    private AccountRights() {}

    /** Missing programs and sudo rules, each described in words; root needs no rules. */
    static List<String> missing(SlurmPrograms slurmPrograms, int serverUid) {
        var missing = new ArrayList<String>();
        if (serverUid != 0 && !runs(slurmPrograms, List.of("setfacl", "--version"))) {
            missing.add("setfacl is not installed (Debian: acl)");
        }
        if (!runs(slurmPrograms, List.of("sudo", "--version"))) {
            missing.add("sudo is not installed");
            return missing;
        }
        try {
            SlurmPrograms.Result answer = slurmPrograms.run(List.of("sudo", "-n", "-l"));
            List<String> notAllowed =
                    answer.succeeded() || serverUid == 0
                            ? notAllowed(answer.output(), serverUid)
                            : FOR_USERS;
            if (!notAllowed.isEmpty()) {
                missing.add(
                        "sudo does not let the server's account run %s for users"
                                .formatted(String.join(", ", notAllowed)));
            }
        } catch (IOException e) {
            missing.add("sudo did not list the rights of the server's account: " + e.getMessage());
        }
        return missing;
    }

    private static boolean runs(SlurmPrograms slurmPrograms, List<String> words) {
        try {
            return slurmPrograms.run(words).succeeded();
        } catch (IOException e) {
            return false;
        }
    }

    /** The programs that the output of {@code sudo -l} does not allow; it wraps long lines. */
    static List<String> notAllowed(String sudoListing, int serverUid) {
        String lines = sudoListing.replaceAll("\\n {5,}", " ");
        String withoutPassword = serverUid == 0 ? "" : "NOPASSWD: ";
        return FOR_USERS.stream()
                .filter(
                        program ->
                                !Pattern.compile(
                                                "\\(.*\\) %s(.*/%s\\b|ALL\\b)"
                                                        .formatted(withoutPassword, program))
                                        .matcher(lines)
                                        .find())
                .toList();
    }
}
