package slipway.identity;

import slipway.base.Fact;
import slipway.base.NameSyntax;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.journal.Commit;
import slipway.journal.table.RowChange;

/** Secrets of teams: set, replaced, removed, never read. */
final class SecretRules {

    private static final int MOST = 1_000;

    private SecretRules() {}

    static Commit set(RuleContext here, PreparedRequest.SetSecret set) {
        here.require(Permission.SECRETS_WRITE, set.team());
        if (!NameSyntax.matches(set.name())) {
            throw IdentityProblems.secretName(set.name());
        }
        var there = here.people.secretsOf(set.team());
        if (!there.containsKey(set.name()) && there.size() >= MOST) {
            throw IdentityProblems.tooManySecrets(set.team(), MOST);
        }
        var teamSecret =
                new TeamSecret(set.team(), set.name(), set.sealed(), here.by().id(), here.now);
        return here.put(IdentityTables.put(teamSecret))
                .tell(
                        new Fact.SecretSet(set.team(), set.name()),
                        subject(set.team(), set.name()),
                        set.team())
                .naming(set.name());
    }

    static Commit remove(RuleContext here, TeamId team, String name) {
        here.require(Permission.SECRETS_WRITE, team);
        TeamSecret teamSecret =
                here.people
                        .secretsOf(team)
                        .get(name)
                        .orElseThrow(() -> IdentityProblems.noSecret(team, name));
        return here.put(new RowChange.Remove<>(IdentityTables.SECRETS, teamSecret))
                .tell(new Fact.SecretRemoved(team, name), subject(team, name), team)
                .commit();
    }

    private static String subject(TeamId team, String name) {
        return "secret/" + team + "/" + name;
    }
}
