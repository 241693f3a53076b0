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

    static Commit set(RuleContext here, IdentityRequest.SetRole set) {
        here.require(Permission.TEAM_WRITE, set.team());
        User user = here.user(set.user());
        Grant before =
                here.people
                        .rolesOf(user.id())
                        .get(set.team())
                        .orElse(Grant.none(user.id(), set.team()));
        before.given().ifPresent(role -> mustHave(here.by(), role, set.team()));
        set.role().ifPresent(role -> mustHave(here.by(), role, set.team()));
        if (set.role().isPresent()) {
            user.team().ifPresent(home -> mustBeAtHome(here.people, user, home, set.team()));
        }
        return put(here, before.given(set.role()), false).commit();
    }

    static void mustHave(Principal by, Role role, TeamId team) {
        if (!by.hasAllOf(role, TokenScope.WHOLE, team)) {
            throw IdentityProblems.notYours(by, role, team);
        }
    }

    private static void mustBeAtHome(
            UserDirectory userDirectory, User account, TeamId home, TeamId team) {
        if (!userDirectory.isWithin(team, home)) {
            throw IdentityProblems.accountAway(account.id(), home, team);
        }
    }

    /** The grant, with a fact that says what its one source says now. */
    static RuleContext put(RuleContext here, Grant grant, boolean signOn) {
        Optional<Role> role = signOn ? grant.signOn() : grant.given();
        return here.put(IdentityTables.put(grant))
                .tell(
                        new Fact.RoleSet(grant.holder(), grant.team(), role, signOn),
                        UserRules.subject(grant.holder()),
                        grant.team());
    }
}
