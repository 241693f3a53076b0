package slipway.identity;

import java.util.Optional;
import slipway.base.Fact;
import slipway.base.Permission;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.journal.Commit;

/** Decides changes of roles. A principal can neither give nor remove a role that exceeds its own. */
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

    /** Stores the grant, with a fact about the role of the source that changed. */
    static RuleContext put(RuleContext context, Grant grant, boolean signOn) {
        Optional<Role> role = signOn ? grant.signOn() : grant.given();
        return context.put(IdentityTables.put(grant))
                .event(
                        new Fact.RoleSet(grant.holder(), grant.team(), role, signOn),
                        UserRules.subject(grant.holder()),
                        grant.team());
    }
}
