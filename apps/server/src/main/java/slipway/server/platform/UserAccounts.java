package slipway.server.platform;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.UserId;
import slipway.identity.AccessControl;
import slipway.identity.User;
import slipway.server.config.Config;

/**
 * Maps a user to the cluster account of their jobs. Service accounts have none: team leads create and name them, so a
 * service account with the name of a user would get access to that user's files.
 *
 * @param configured the configured accounts; if empty, every user has the account of the same name
 */
record UserAccounts(
        Function<UserId, Optional<User>> users, Optional<Map<String, String>> configured)
        implements UnaryOperator<String> {

    /** The submitter has no cluster account. */
    static final ProblemCode NO_PERSON =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "no-account-of-a-person",
                    "Jobs run under the cluster accounts of users, and the submitter has none.");

    static UserAccounts of(Config config, AccessControl accessControl) {
        return new UserAccounts(
                id -> accessControl.directory().users().get(id), config.slurmAccounts());
    }

    @Override
    public String apply(String owner) {
        Optional<User> person =
                UserId.parse(owner).flatMap(users).filter(user -> !user.isService());
        if (person.isEmpty()) {
            throw refused(
                    owner,
                    owner.equals(User.LOCAL.value())
                            ? "The local token does not belong to a user."
                            : "%s is not a user with a personal account.".formatted(owner),
                    "Sign in with your own token: slipway login");
        }
        Optional<String> account =
                configured
                        .map(all -> Optional.ofNullable(all.get(owner)))
                        .orElse(Optional.of(owner));
        return account.orElseThrow(
                () ->
                        refused(
                                owner,
                                "The settings name no account for %s.".formatted(owner),
                                "Ask an administrator to add it to slurm.accounts: %s=ACCOUNT"
                                        .formatted(owner)));
    }

    private static Problem refused(String owner, String why, String next) {
        return new Problem(
                NO_PERSON,
                "Jobs of %s cannot run here.".formatted(owner),
                why + " With run.as: user, jobs run under the account of the submitter.",
                next);
    }
}
