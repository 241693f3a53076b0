package slipway.identity;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
    private static final int MAX_EXPIRED_AT_ONCE = 1_000;

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
        Instant validUntil = user.signedOnUntil().orElseThrow();
        Instant end = context.now.plus(TokenRules.SESSION);
        var opening =
                new TokenRules.Opening(
                        tokenHash,
                        TokenScope.WHOLE,
                        Optional.empty(),
                        validUntil.isBefore(end) ? validUntil : end);
        return TokenRules.session(context, user, opening).commitWithId(tokenHash.id());
    }

    private static User updated(RuleContext context, User before, IdentityRequest.SignIn person) {
        User renamed =
                before.changed(
                        TextRules.checked("name", person.name()),
                        TextRules.email(person.email()),
                        true);
        User now = renamed.signedOn(validUntil(context, person));
        if (renamed.equals(before)) {
            context.put(IdentityTables.put(now));
        } else {
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
                        context.now,
                        Optional.of(validUntil(context, person)));
        UserRules.add(context, user);
        return user;
    }

    private static Instant validUntil(RuleContext context, IdentityRequest.SignIn person) {
        return context.now.plus(person.validFor()).truncatedTo(ChronoUnit.MICROS);
    }

    /**
     * Removes the roles from groups that no sign-in has renewed in time. Authentication does not wait for this: it
     * refuses the person from the moment of expiry on.
     */
    static void removeExpiredRoles(RuleContext context, Instant now) {
        context.directory
                .users()
                .values()
                .filter(user -> user.mustSignOnAgain(now))
                .flatMap(user -> context.directory.rolesOf(user.id()).values())
                .filter(grant -> grant.signOn().isPresent())
                .limit(MAX_EXPIRED_AT_ONCE)
                .forEach(grant -> RoleRules.put(context, grant.signOn(Optional.empty()), true));
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
