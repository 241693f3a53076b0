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
 * Under which account of the cluster somebody's jobs run. Only people have one. A service account is made and named by
 * whoever looks after a team: under the name of a person it would have that person's files.
 *
 * @param named as the settings name them; empty: each person's account has the person's own name
 */
record UserAccounts(Function<UserId, Optional<User>> users, Optional<Map<String, String>> named)
        implements UnaryOperator<String> {

    /** Whoever submits is nobody who could have an account. */
    static final ProblemCode NO_PERSON =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "no-account-of-a-person",
                    "Jobs run under the accounts of people, and whoever submits is none, or has none.");

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
                            ? "The token of this machine belongs to nobody in particular."
                            : "%s is no person.".formatted(owner),
                    "Sign in as yourself, with a token of your own: slipway login");
        }
        Optional<String> account =
                named.map(all -> Optional.ofNullable(all.get(owner))).orElse(Optional.of(owner));
        return account.orElseThrow(
                () ->
                        refused(
                                owner,
                                "The settings name no account for %s.".formatted(owner),
                                "Have an admin add it to slurm.accounts: %s=ACCOUNT"
                                        .formatted(owner)));
    }

    private static Problem refused(String owner, String why, String next) {
        return new Problem(
                NO_PERSON,
                "Jobs of %s cannot run here.".formatted(owner),
                why + " Jobs run under the accounts of those who submit them (run.as: user).",
                next);
    }
}
