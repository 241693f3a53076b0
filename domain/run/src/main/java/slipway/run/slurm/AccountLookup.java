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
 * Looks up the operating-system accounts of submitters, with the program {@code id}: accounts may come from LDAP or
 * another directory. Each launch looks up again, because an account may have been closed.
 */
final class AccountLookup {

    /** The submitter has no account, or one that jobs may not use. */
    static final ProblemCode NO_ACCOUNT =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "no-account",
                    "Jobs run under the accounts of their submitters, and this user has no usable account.");

    /** Lower numbers belong to system accounts, including privileged ones. */
    private static final int FIRST_PERSONAL_UID = 1_000;

    private static final Pattern NUMBER = Pattern.compile("([0-9]{1,9})\\s*");

    /** As in {@code SlurmUser = slurm(64030)}. */
    private static final Pattern SLURM_USER =
            Pattern.compile("(?m)^SlurmUser\\s*=\\s*\\S+\\(([0-9]{1,9})\\)\\s*$");

    /** The account lookup failed. */
    static final ProblemCode SILENT =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "accounts-silent",
                    "The server's machine could not look up the account of a user.");

    private final Optional<UnaryOperator<String>> names;
    private final SlurmPrograms slurmPrograms;
    private volatile int slurmUid;

    AccountLookup(SlurmSettings settings, SlurmPrograms slurmPrograms) {
        this.names = settings.accounts();
        this.slurmPrograms = slurmPrograms;
    }

    /** Reads Slurm's own account once at the start, so that submissions need no query. */
    void readSlurmUser() throws IOException {
        if (names.isPresent()) {
            Matcher matcher =
                    SLURM_USER.matcher(slurmPrograms.outputOf("scontrol", "show", "config"));
            if (!matcher.find()) {
                throw new IOException("scontrol show config does not show SlurmUser");
            }
            slurmUid = Integer.parseInt(matcher.group(1));
        }
    }

    /** The uid of the server. */
    static int serverUid() {
        try {
            return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        } catch (IOException e) {
            throw new UncheckedIOException("The uid of the server cannot be read from /proc", e);
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
                        "%s is a system account: its uid is %d, and those of users start at %d."
                                .formatted(name, user, FIRST_PERSONAL_UID));
            }
            if (user == slurmUid) {
                throw refused(owner, "%s is the account of Slurm itself.".formatted(name));
            }
            return Optional.of(new PosixAccount(name, user, lookUp(owner, name, "-g")));
        } catch (IOException e) {
            throw new Problem(
                            SILENT,
                            "The account of %s could not be looked up.".formatted(owner),
                            "%s.".formatted(e.getMessage()),
                            "Check the lookup on the server's machine: id %s".formatted(name))
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
                why + " Jobs run under the accounts of their submitters (run.as: user).",
                "Ask an admin to create the account, or to map another one in slurm.accounts: %s=ACCOUNT"
                        .formatted(owner));
    }
}
