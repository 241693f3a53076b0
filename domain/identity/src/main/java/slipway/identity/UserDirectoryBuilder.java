package slipway.identity;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import slipway.base.PersistentSortedMap;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.journal.table.RowChange;

/**
 * Builds a directory from rows in any order. The stored tables and a commit take the same path, so both give the same
 * directory.
 */
final class UserDirectoryBuilder {

    PersistentSortedMap<TeamId, Team> teams;
    PersistentSortedMap<TeamId, List<TeamId>> paths;
    PersistentSortedMap<UserId, User> users;
    PersistentSortedMap<User.Identity, UserId> identities;
    PersistentNestedMap<UserId, TeamId, Grant> roles;
    PersistentNestedMap<TeamId, UserId, Grant> members;
    PersistentSortedMap<String, Token> tokens;
    PersistentNestedMap<UserId, String, Token> tokensByOwner;
    PersistentSortedMap<String, Token.Use> uses;
    PersistentNestedMap<TeamId, String, TeamSecret> secrets;
    PersistentSortedMap<String, PropertyRow> properties;
    PersistentLongMap<ResolvedToken> resolvedTokens;
    private boolean treeChanged;
    private final Set<UserId> changedUsers = new TreeSet<>();

    UserDirectoryBuilder() {
        teams = PersistentSortedMap.empty();
        paths = PersistentSortedMap.empty();
        users = PersistentSortedMap.empty();
        identities = PersistentSortedMap.empty();
        roles = PersistentNestedMap.empty();
        members = PersistentNestedMap.empty();
        tokens = PersistentSortedMap.empty();
        tokensByOwner = PersistentNestedMap.empty();
        resolvedTokens = PersistentLongMap.empty();
        uses = PersistentSortedMap.empty();
        secrets = PersistentNestedMap.empty();
        properties = PersistentSortedMap.empty();
    }

    UserDirectoryBuilder(UserDirectory userDirectory) {
        teams = userDirectory.builder().teams;
        paths = userDirectory.builder().paths;
        users = userDirectory.builder().users;
        identities = userDirectory.builder().identities;
        roles = userDirectory.builder().roles;
        members = userDirectory.builder().members;
        tokens = userDirectory.builder().tokens;
        tokensByOwner = userDirectory.builder().tokensByOwner;
        resolvedTokens = userDirectory.builder().resolvedTokens;
        uses = userDirectory.builder().uses;
        secrets = userDirectory.builder().secrets;
        properties = userDirectory.builder().properties;
    }

    UserDirectory build() {
        if (treeChanged) {
            paths = paths();
            treeChanged = false;
        }
        changedUsers.forEach(this::resolveTokensOf);
        changedUsers.clear();
        return new UserDirectory(this);
    }

    /** Updates the resolved tokens of a user after a change of the user, its grants or its tokens. */
    private void resolveTokensOf(UserId id) {
        users.get(id)
                .ifPresent(
                        user ->
                                tokensByOwner
                                        .of(id)
                                        .values()
                                        .forEach(
                                                token ->
                                                        resolvedTokens =
                                                                resolvedTokens.with(
                                                                        TokenFormat.number(
                                                                                token.id()),
                                                                        ResolvedToken.of(
                                                                                token,
                                                                                user,
                                                                                roles.of(id)))));
    }

    UserDirectoryBuilder apply(RowChange rowChange) {
        switch (rowChange) {
            case RowChange.Put<?> put -> put(put.value());
            case RowChange.Remove<?> remove -> remove(remove.record());
        }
        return this;
    }

    void put(Record row) {
        switch (row) {
            case Team team -> put(team);
            case User user -> put(user);
            case Grant grant -> {
                roles = roles.with(grant.holder(), grant.team(), grant);
                members = members.with(grant.team(), grant.holder(), grant);
                changedUsers.add(grant.holder());
            }
            case Token token -> {
                tokens = tokens.with(token.id(), token);
                tokensByOwner = tokensByOwner.with(token.owner(), token.id(), token);
                changedUsers.add(token.owner());
            }
            case Token.Use use -> uses = uses.with(use.token(), use);
            case TeamSecret teamSecret ->
                    secrets = secrets.with(teamSecret.team(), teamSecret.name(), teamSecret);
            case PropertyRow propertyRow ->
                    properties = properties.with(propertyRow.name(), propertyRow);
            default -> throw new IllegalStateException("Not a row of identity: " + row);
        }
    }

    private void put(Team team) {
        treeChanged |= !teams.get(team.id()).map(Team::parent).equals(Optional.of(team.parent()));
        teams = teams.with(team.id(), team);
    }

    private void put(User user) {
        users.get(user.id())
                .flatMap(User::identity)
                .ifPresent(old -> identities = identities.without(old));
        users = users.with(user.id(), user);
        changedUsers.add(user.id());
        user.identity().ifPresent(identity -> identities = identities.with(identity, user.id()));
    }

    private void remove(Record row) {
        switch (row) {
            case Team team -> {
                teams = teams.without(team.id());
                treeChanged = true;
            }
            case User user -> {
                user.identity().ifPresent(identity -> identities = identities.without(identity));
                users = users.without(user.id());
            }
            case Grant grant -> {
                roles = roles.without(grant.holder(), grant.team());
                members = members.without(grant.team(), grant.holder());
                changedUsers.add(grant.holder());
            }
            case Token token -> {
                tokens = tokens.without(token.id());
                tokensByOwner = tokensByOwner.without(token.owner(), token.id());
                resolvedTokens = resolvedTokens.without(TokenFormat.number(token.id()));
            }
            case Token.Use use -> uses = uses.without(use.token());
            case TeamSecret teamSecret ->
                    secrets = secrets.without(teamSecret.team(), teamSecret.name());
            case PropertyRow propertyRow -> properties = properties.without(propertyRow.name());
            default -> throw new IllegalStateException("Not a row of identity: " + row);
        }
    }

    /**
     * The ancestors of every team, the team first. Computed when the tree changes, because lookups are far more
     * frequent.
     */
    private PersistentSortedMap<TeamId, List<TeamId>> paths() {
        PersistentSortedMap<TeamId, List<TeamId>> all = PersistentSortedMap.empty();
        for (var entry : teams) {
            all = all.with(entry.getKey(), path(entry.getKey()));
        }
        return all;
    }

    private List<TeamId> path(TeamId start) {
        var path = new ArrayList<TeamId>();
        Optional<TeamId> current = Optional.of(start);
        while (current.isPresent()) {
            path.add(current.get());
            if (path.size() > teams.size()) {
                throw new IllegalStateException("Team " + start + " is below itself: " + path);
            }
            current = teams.get(current.get()).flatMap(Team::parent);
        }
        return List.copyOf(path);
    }

    /** Everything in which two directories can differ; all other fields are derived from it. */
    List<Object> content() {
        return List.of(teams, users, roles, tokens, uses, secrets, properties);
    }
}
