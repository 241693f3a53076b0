package slipway.identity;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import slipway.base.NameSyntax;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.journal.Commit;

/**
 * Decides a sign-in by single sign-on. A user is identified by issuer and subject only; names and email addresses can
 * be reassigned at the provider. The roles from groups are replaced as a whole; roles given here stay.
 */
final class SignOnRules {

    private static final int MAX_HANDLE_LENGTH = 40;

    private SignOnRules() {}

    static Commit signIn(
            RuleContext context,
            IdentityRequest.SignIn person,
            PreparedRequest.TokenHash tokenHash) {
        Map<TeamId, Role> roles = new TreeMap<>(person.roles());
        roles.keySet().removeIf(team -> !context.directory.teams().containsKey(team));
        if (roles.isEmpty()) {
            throw IdentityProblems.noGroup(person.name());
        }
        Optional<User> known = context.directory.withIdentity(person.identity());
        known.filter(user -> !user.enabled())
                .ifPresent(
                        user -> {
                            throw IdentityProblems.disabled(user);
                        });
        User user =
                known.map(before -> updated(context, before, person))
                        .orElseGet(() -> added(context, person));
        replaceRoles(context, user.id(), roles);
        var opening =
                new TokenRules.Opening(
                        tokenHash,
                        TokenScope.WHOLE,
                        Optional.empty(),
                        context.now.plus(TokenRules.SESSION));
        return TokenRules.session(context, user, opening).commitWithId(tokenHash.id());
    }

    private static User updated(RuleContext context, User before, IdentityRequest.SignIn person) {
        User now =
                before.changed(
                        TextRules.checked("name", person.name()),
                        TextRules.email(person.email()),
                        true);
        if (!now.equals(before)) {
            UserRules.changed(context, now);
        }
        return now;
    }

    private static User added(RuleContext context, IdentityRequest.SignIn person) {
        var user =
                new User(
                        unusedId(context.directory, person.handle()),
                        Optional.empty(),
                        TextRules.checked("name", person.name()),
                        TextRules.email(person.email()),
                        true,
                        Optional.of(person.identity()),
                        context.now);
        UserRules.add(context, user);
        return user;
    }

    /** The handle converted to a valid user id, with a number when that id is taken. */
    private static UserId unusedId(UserDirectory userDirectory, String handle) {
        int at = handle.indexOf('@');
        String letters =
                (at > 0 ? handle.substring(0, at) : handle)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9]+", "-")
                        .replaceAll("^-|-$", "");
        String shortened =
                letters.substring(0, Math.min(letters.length(), MAX_HANDLE_LENGTH))
                        .replaceAll("-$", "");
        String base = NameSyntax.matches(shortened) ? shortened : "person";
        return IntStream.iterate(1, i -> i + 1)
                .mapToObj(i -> new UserId(i == 1 ? base : base + "-" + i))
                .filter(id -> UserRules.isFree(userDirectory, id))
                .findFirst()
                .orElseThrow();
    }

    private static void replaceRoles(RuleContext context, UserId user, Map<TeamId, Role> roles) {
        var grants = context.directory.rolesOf(user);
        Stream.concat(grants.keys(), roles.keySet().stream())
                .distinct()
                .sorted()
                .forEach(
                        team -> {
                            Grant before = grants.get(team).orElse(Grant.none(user, team));
                            Grant after = before.signOn(Optional.ofNullable(roles.get(team)));
                            if (!after.equals(before)) {
                                RoleRules.put(context, after, true);
                            }
                        });
    }
}
