package slipway.run.slurm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Whether the server's account may do for people what it has to, as far as that can be seen without doing it. */
final class AccountRights {

    /** What is run for people, by the right that it takes. */
    private static final List<String> FOR_PEOPLE =
            List.of("sbatch", "scancel", "srun", "install", "rm");

    private AccountRights() {}

    /** What is missing, each in words; nothing for root, who may become anybody. */
    static List<String> lacking(SlurmPrograms slurmPrograms, int own) {
        var lacking = new ArrayList<String>();
        if (own != 0 && !runs(slurmPrograms, List.of("setfacl", "--version"))) {
            lacking.add("setfacl is not installed (Debian: acl)");
        }
        if (!runs(slurmPrograms, List.of("sudo", "--version"))) {
            lacking.add("sudo is not installed");
            return lacking;
        }
        try {
            SlurmPrograms.Answer answer = slurmPrograms.ask(List.of("sudo", "-n", "-l"));
            List<String> refused =
                    answer.well() || own == 0 ? refused(answer.said(), own) : FOR_PEOPLE;
            if (!refused.isEmpty()) {
                lacking.add(
                        "sudo does not let the server's account run %s for people"
                                .formatted(String.join(", ", refused)));
            }
        } catch (IOException e) {
            lacking.add("sudo did not say what the server's account may do: " + e.getMessage());
        }
        return lacking;
    }

    private static boolean runs(SlurmPrograms slurmPrograms, List<String> words) {
        try {
            return slurmPrograms.ask(words).well();
        } catch (IOException e) {
            return false;
        }
    }

    /** Of what {@code sudo -l} lists, in which long lines go on in the next one. */
    static List<String> refused(String listed, int own) {
        String lines = listed.replaceAll("\\n {5,}", " ");
        String freely = own == 0 ? "" : "NOPASSWD: ";
        return FOR_PEOPLE.stream()
                .filter(
                        program ->
                                !Pattern.compile(
                                                "\\(.*\\) %s(.*/%s\\b|ALL\\b)"
                                                        .formatted(freely, program))
                                        .matcher(lines)
                                        .find())
                .toList();
    }
}
