package slipway.identity;

import slipway.base.Fact;
import slipway.base.NameSyntax;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.journal.Commit;
import slipway.journal.table.RowChange;

/** Decides changes of the secrets of teams. */
final class SecretRules {

    private static final int MAX_SECRETS = 1_000;

    private SecretRules() {}

    static Commit set(RuleContext context, PreparedRequest.SetSecret set) {
        context.require(Permission.SECRETS_WRITE, set.team());
        if (!NameSyntax.matches(set.name())) {
            throw IdentityProblems.secretName(set.name());
        }
        var existing = context.directory.secretsOf(set.team());
        if (!existing.containsKey(set.name()) && existing.size() >= MAX_SECRETS) {
            throw IdentityProblems.tooManySecrets(set.team(), MAX_SECRETS);
        }
        var teamSecret =
                new TeamSecret(
                        set.team(),
                        set.name(),
                        set.encrypted(),
                        context.principal().id(),
                        context.now);
        return context.put(IdentityTables.put(teamSecret))
                .event(
                        new Fact.SecretSet(set.team(), set.name()),
                        subject(set.team(), set.name()),
                        set.team())
                .commitWithId(set.name());
    }

    static Commit remove(RuleContext context, TeamId team, String name) {
        context.require(Permission.SECRETS_WRITE, team);
        TeamSecret teamSecret =
                context.directory
                        .secretsOf(team)
                        .get(name)
                        .orElseThrow(() -> IdentityProblems.noSecret(team, name));
        return context.put(new RowChange.Remove<>(IdentityTables.SECRETS, teamSecret))
                .event(new Fact.SecretRemoved(team, name), subject(team, name), team)
                .commit();
    }

    private static String subject(TeamId team, String name) {
        return "secret/" + team + "/" + name;
    }
}
