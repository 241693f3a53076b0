package slipway.identity;

import java.util.Optional;
import slipway.base.Fact;
import slipway.base.Permission;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.journal.Commit;

/** Who is what where. Nobody gives, and nobody takes away, more than they have themselves. */
final class RoleRules {

    private RoleRules() {}

    static Commit set(RuleContext context, IdentityRequest.SetRole set) {
        context.require(Permission.TEAM_WRITE, set.team());
        User user = context.user(set.user());
        Grant before =
                context.directory
                        .rolesOf(user.id())
                        .get(set.team())
                        .orElse(Grant.none(user.id(), set.team()));
        before.given().ifPresent(role -> requireHolds(context.principal(), role, set.team()));
        set.role().ifPresent(role -> requireHolds(context.principal(), role, set.team()));
        if (set.role().isPresent()) {
            user.team().ifPresent(home -> requireAtHome(context.directory, user, home, set.team()));
        }
        return put(context, before.given(set.role()), false).commit();
    }

    static void requireHolds(Principal principal, Role role, TeamId team) {
        if (!principal.hasAllOf(role, TokenScope.WHOLE, team)) {
            throw IdentityProblems.moreThanYours(principal, role, team);
        }
    }

    private static void requireAtHome(
            UserDirectory userDirectory, User account, TeamId home, TeamId team) {
        if (!userDirectory.isWithin(team, home)) {
            throw IdentityProblems.accountNotAtHome(account.id(), home, team);
        }
    }

    /** The grant, with a fact that says what its one source says now. */
    static RuleContext put(RuleContext context, Grant grant, boolean signOn) {
        Optional<Role> role = signOn ? grant.signOn() : grant.given();
        return context.put(IdentityTables.put(grant))
                .event(
                        new Fact.RoleSet(grant.holder(), grant.team(), role, signOn),
                        UserRules.subject(grant.holder()),
                        grant.team());
    }
}
