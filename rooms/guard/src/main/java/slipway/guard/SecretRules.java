package slipway.guard;

import slipway.base.Fact;
import slipway.base.NameSyntax;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.journal.Commit;
import slipway.journal.RowChange;

/** Secrets of teams: set, replaced, removed, never read. */
final class SecretRules {

    private static final int MOST = 1_000;

    private SecretRules() {}

    static Commit set(Case here, Order.SetSecret set) {
        here.require(Permission.SECRETS_WRITE, set.team());
        if (!NameSyntax.fits(set.name())) {
            throw Trouble.secretName(set.name());
        }
        var there = here.people.secretsOf(set.team());
        if (!there.has(set.name()) && there.size() >= MOST) {
            throw Trouble.tooManySecrets(set.team(), MOST);
        }
        var teamSecret = new Secret(set.team(), set.name(), set.sealed(), here.by().id(), here.now);
        return here.put(Tables.put(teamSecret))
                .tell(
                        new Fact.SecretSet(set.team(), set.name()),
                        subject(set.team(), set.name()),
                        set.team())
                .naming(set.name());
    }

    static Commit remove(Case here, TeamId team, String name) {
        here.require(Permission.SECRETS_WRITE, team);
        Secret teamSecret =
                here.people
                        .secretsOf(team)
                        .get(name)
                        .orElseThrow(() -> Trouble.noSecret(team, name));
        return here.put(new RowChange.Remove<>(Tables.SECRETS, teamSecret))
                .tell(new Fact.SecretRemoved(team, name), subject(team, name), team)
                .commit();
    }

    private static String subject(TeamId team, String name) {
        return "secret/" + team + "/" + name;
    }
}
