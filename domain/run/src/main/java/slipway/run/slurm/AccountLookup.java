package slipway.run.slurm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.run.engine.PosixAccount;

/**
 * Finds the accounts that people's jobs run under. The machine itself is asked, because accounts may come from a
 * directory of the house; and each time, because one that was closed is not to be used any more.
 */
final class AccountLookup {

    /** Somebody would run jobs under an account that is not there, or that nobody may have. */
    static final ProblemCode NO_ACCOUNT =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "no-account",
                    "Jobs run under the accounts of those who submit them, and this person has none that may be used.");

    /** Below are those of services, the mighty ones among them. */
    private static final int FIRST_PERSONAL_UID = 1_000;

    private static final Pattern NUMBER = Pattern.compile("([0-9]{1,9})\\s*");

    /** As in {@code SlurmUser = slurm(64030)}. */
    private static final Pattern SLURM_USER =
            Pattern.compile("(?m)^SlurmUser\\s*=\\s*\\S+\\(([0-9]{1,9})\\)\\s*$");

    /** The machine did not say what accounts it has. */
    static final ProblemCode SILENT =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "accounts-silent",
                    "The server's machine did not say what account somebody has.");

    private final Optional<UnaryOperator<String>> names;
    private final SlurmPrograms slurmPrograms;
    private volatile int slurmUid;

    AccountLookup(SlurmSettings settings, SlurmPrograms slurmPrograms) {
        this.names = settings.accounts();
        this.slurmPrograms = slurmPrograms;
    }

    /** Finds out who is master of Slurm, so that nobody who submits later has to wait for Slurm. */
    void readSlurmUser() throws IOException {
        if (names.isPresent()) {
            Matcher matcher =
                    SLURM_USER.matcher(slurmPrograms.outputOf("scontrol", "show", "config"));
            if (!matcher.find()) {
                throw new IOException("scontrol show config does not say which SlurmUser it has");
            }
            slurmUid = Integer.parseInt(matcher.group(1));
        }
    }

    /** The number of the account that the server runs under. */
    static int serverUid() {
        try {
            return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        } catch (IOException e) {
            throw new UncheckedIOException("The kernel does not say who we are", e);
        }
    }

    Optional<PosixAccount> of(String owner) {
        if (names.isEmpty()) {
            return Optional.empty();
        }
        String name = names.get().apply(owner);
        if (!PosixAccount.fits(name)) {
            throw refused(owner, "'%s' cannot be the name of an account.".formatted(name));
        }
        try {
            int user = lookUp(owner, name, "-u");
            if (user == serverUid() && user != 0) {
                return Optional.empty();
            }
            if (user < FIRST_PERSONAL_UID) {
                throw refused(
                        owner,
                        "%s is an account of the system: its number is %d, and those of people begin at %d."
                                .formatted(name, user, FIRST_PERSONAL_UID));
            }
            if (user == slurmUid) {
                throw refused(owner, "%s is the account of Slurm itself.".formatted(name));
            }
            return Optional.of(new PosixAccount(name, user, lookUp(owner, name, "-g")));
        } catch (IOException e) {
            throw new Problem(
                            SILENT,
                            "Whether %s has an account is not known.".formatted(owner),
                            "%s.".formatted(e.getMessage()),
                            "See what the server's machine says: id %s".formatted(name))
                    .causedBy(e);
        }
    }

    private int lookUp(String owner, String name, String option) throws IOException {
        SlurmPrograms.Result answer = slurmPrograms.run(List.of("id", option, "--", name));
        Matcher number = NUMBER.matcher(answer.output());
        if (!answer.succeeded() || !number.matches()) {
            throw refused(owner, "The server's machine has no account %s.".formatted(name));
        }
        return Integer.parseInt(number.group(1));
    }

    private static Problem refused(String owner, String why) {
        return new Problem(
                NO_ACCOUNT,
                "Jobs of %s cannot run here.".formatted(owner),
                why + " Jobs run under the accounts of those who submit them (run.as: user).",
                "Have an admin make the account, or name another one in slurm.accounts: %s=ACCOUNT"
                        .formatted(owner));
    }
}
