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
 * Somebody comes in by single sign-on. Known is who has the same issuer and subject; a name or an address proves
 * nothing. The roles that follow from groups are replaced as a whole, those given by hand stay.
 */
final class SignOnRules {

    private static final int LONGEST_HANDLE = 40;

    private SignOnRules() {}

    static Commit arrive(
            RuleContext here, IdentityRequest.SignIn who, PreparedRequest.Print print) {
        Map<TeamId, Role> roles = new TreeMap<>(who.roles());
        roles.keySet().removeIf(team -> !here.people.teams().containsKey(team));
        if (roles.isEmpty()) {
            throw IdentityProblems.noGroup(who.name());
        }
        Optional<User> known = here.people.withIdentity(who.identity());
        known.filter(user -> !user.enabled())
                .ifPresent(
                        user -> {
                            throw IdentityProblems.disabled(user);
                        });
        User user =
                known.map(before -> refreshed(here, before, who)).orElseGet(() -> added(here, who));
        replaceRoles(here, user.id(), roles);
        var opening =
                new TokenRules.Opening(
                        print,
                        TokenScope.WHOLE,
                        Optional.empty(),
                        here.now.plus(TokenRules.SESSION));
        return TokenRules.session(here, user, opening).naming(print.id());
    }

    private static User refreshed(RuleContext here, User before, IdentityRequest.SignIn who) {
        User now =
                before.called(
                        TextRules.checked("name", who.name()), TextRules.email(who.email()), true);
        if (!now.equals(before)) {
            UserRules.changed(here, now);
        }
        return now;
    }

    private static User added(RuleContext here, IdentityRequest.SignIn who) {
        var user =
                new User(
                        freeId(here.people, who.handle()),
                        Optional.empty(),
                        TextRules.checked("name", who.name()),
                        TextRules.email(who.email()),
                        true,
                        Optional.of(who.identity()),
                        here.now);
        UserRules.add(here, user);
        return user;
    }

    /** The handle in the letters of names; with a number when somebody else has it. */
    private static UserId freeId(UserDirectory userDirectory, String handle) {
        int at = handle.indexOf('@');
        String letters =
                (at > 0 ? handle.substring(0, at) : handle)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9]+", "-")
                        .replaceAll("^-|-$", "");
        String shortened =
                letters.substring(0, Math.min(letters.length(), LONGEST_HANDLE))
                        .replaceAll("-$", "");
        String base = NameSyntax.matches(shortened) ? shortened : "person";
        return IntStream.iterate(1, i -> i + 1)
                .mapToObj(i -> new UserId(i == 1 ? base : base + "-" + i))
                .filter(id -> UserRules.isFree(userDirectory, id))
                .findFirst()
                .orElseThrow();
    }

    private static void replaceRoles(RuleContext here, UserId user, Map<TeamId, Role> roles) {
        var held = here.people.rolesOf(user);
        Stream.concat(held.keys(), roles.keySet().stream())
                .distinct()
                .sorted()
                .forEach(
                        team -> {
                            Grant before = held.get(team).orElse(Grant.none(user, team));
                            Grant after = before.signOn(Optional.ofNullable(roles.get(team)));
                            if (!after.equals(before)) {
                                RoleRules.put(here, after, true);
                            }
                        });
    }
}
