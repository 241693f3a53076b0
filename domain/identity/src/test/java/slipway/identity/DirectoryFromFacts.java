package slipway.identity;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import slipway.base.Fact;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;

/** A directory rebuilt from facts alone. It equals the snapshot, so the audit log is complete. */
public final class DirectoryFromFacts {

    private final Map<TeamId, String> teams = new TreeMap<>();
    private final Map<UserId, String> users = new TreeMap<>();
    private final Map<String, Role> roles = new TreeMap<>();
    private final Map<String, UserId> tokens = new TreeMap<>();
    private final Set<String> secrets = new TreeSet<>();
    private final Map<UserId, Optional<TeamId>> homeTeams = new HashMap<>();

    public static DirectoryFromFacts of(List<Fact> facts) {
        var chronicle = new DirectoryFromFacts();
        facts.forEach(chronicle::apply);
        return chronicle;
    }

    private void apply(Fact fact) {
        switch (fact) {
            case Fact.TeamCreated(var team, var parent, var title) ->
                    teams.put(team, parent + title);
            case Fact.TeamChanged(var team, var parent, var title) ->
                    teams.put(team, parent + title);
            case Fact.TeamRemoved(var team) -> {
                teams.remove(team);
                roles.keySet().removeIf(key -> key.contains(" in " + team + " "));
            }
            case Fact.UserCreated(var user, var team, var name, var email) -> {
                homeTeams.put(user, team);
                users.put(user, team + name + email + true);
            }
            case Fact.UserChanged(var user, var name, var email, var enabled) ->
                    users.put(user, homeTeams.get(user) + name + email + enabled);
            case Fact.UserRemoved(var user) -> {
                users.remove(user);
                roles.keySet().removeIf(key -> key.startsWith(user + " in "));
                tokens.values().removeIf(user::equals);
            }
            case Fact.RoleSet(var user, var team, var role, var signOn) ->
                    role.ifPresentOrElse(
                            given -> roles.put(key(user, team, signOn), given),
                            () -> roles.remove(key(user, team, signOn)));
            case Fact.TokenMade made -> tokens.put(made.token(), made.owner());
            case Fact.TokenRevoked revoked -> tokens.remove(revoked.token());
            case Fact.SignedIn in -> tokens.put(in.session(), in.user());
            case Fact.SignedOut out -> tokens.remove(out.session());
            case Fact.SecretSet(var team, var secret) -> secrets.add(team + "/" + secret);
            case Fact.SecretRemoved(var team, var secret) -> secrets.remove(team + "/" + secret);
            default -> Objects.requireNonNull(fact); // does not change the directory
        }
    }

    private static String key(UserId user, TeamId team, boolean signOn) {
        return user + " in " + team + " " + signOn;
    }

    /** Throws an {@link AssertionError} where snapshot and facts differ. */
    public void requireEqual(UserDirectory userDirectory) {
        var seen = new DirectoryFromFacts();
        userDirectory
                .teams()
                .values()
                .forEach(team -> seen.teams.put(team.id(), team.parent() + team.title()));
        userDirectory
                .users()
                .values()
                .forEach(
                        user -> {
                            seen.users.put(
                                    user.id(),
                                    user.team() + user.name() + user.email() + user.enabled());
                            userDirectory.rolesOf(user.id()).values().forEach(seen::add);
                        });
        userDirectory
                .tokens()
                .values()
                .filter(token -> token.revoked().isEmpty())
                .forEach(token -> seen.tokens.put(token.id(), token.owner()));
        userDirectory
                .teams()
                .keys()
                .forEach(
                        team ->
                                userDirectory
                                        .secretsOf(team)
                                        .keys()
                                        .forEach(name -> seen.secrets.add(team + "/" + name)));
        // Ended tokens are deleted after a while, without a fact.
        tokens.keySet().removeIf(token -> !userDirectory.tokens().containsKey(token));
        DirectoryInvariants.require(
                content().equals(seen.content()),
                () -> "The facts give " + content() + "; the snapshot has " + seen.content());
    }

    private void add(Grant grant) {
        grant.given().ifPresent(role -> roles.put(key(grant.holder(), grant.team(), false), role));
        grant.signOn().ifPresent(role -> roles.put(key(grant.holder(), grant.team(), true), role));
    }

    private List<Object> content() {
        return List.of(teams, users, roles, tokens, secrets);
    }
}
