package slipway.identity;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slipway.base.PersistentSortedMap;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.journal.Commit;
import slipway.journal.Snapshot;
import slipway.journal.table.RowChange;

/**
 * The snapshot of identity: every user, team, role, token and secret. It is immutable, so a request reads on while the
 * next snapshot is built. It does not check permissions: {@link Principal} does.
 */
public final class UserDirectory implements Snapshot<UserDirectory> {

    private final UserDirectoryBuilder userDirectoryBuilder;

    UserDirectory(UserDirectoryBuilder userDirectoryBuilder) {
        this.userDirectoryBuilder = userDirectoryBuilder;
    }

    UserDirectoryBuilder builder() {
        return userDirectoryBuilder;
    }

    @Override
    public UserDirectory after(Commit commit) {
        var next = new UserDirectoryBuilder(this);
        for (RowChange rowChange : commit.rows()) {
            next.apply(rowChange);
        }
        return next.build();
    }

    public PersistentSortedMap<TeamId, Team> teams() {
        return userDirectoryBuilder.teams;
    }

    public PersistentSortedMap<UserId, User> users() {
        return userDirectoryBuilder.users;
    }

    /** Every token and session by its public part, including those that ended recently. */
    public PersistentSortedMap<String, Token> tokens() {
        return userDirectoryBuilder.tokens;
    }

    public PersistentSortedMap<String, Token> tokensOf(UserId owner) {
        return userDirectoryBuilder.tokensByOwner.of(owner);
    }

    /** The grants of the user by team, without inherited roles. */
    public PersistentSortedMap<TeamId, Grant> rolesOf(UserId user) {
        return userDirectoryBuilder.roles.of(user);
    }

    /** The grants in the team itself by user, without inherited roles. */
    public PersistentSortedMap<UserId, Grant> membersOf(TeamId team) {
        return userDirectoryBuilder.members.of(team);
    }

    /** The service accounts of the team. */
    public Stream<User> accountsOf(TeamId team) {
        return users().values().filter(user -> user.team().equals(Optional.of(team)));
    }

    public PersistentSortedMap<String, TeamSecret> secretsOf(TeamId team) {
        return userDirectoryBuilder.secrets.of(team);
    }

    public Optional<User> withIdentity(User.Identity identity) {
        return userDirectoryBuilder.identities.get(identity).flatMap(users()::get);
    }

    /** The team and its ancestors, the team first; empty when there is no such team. */
    public List<TeamId> path(TeamId team) {
        return userDirectoryBuilder.paths.get(team).orElse(List.of());
    }

    public boolean isWithin(TeamId team, TeamId top) {
        return path(team).contains(top);
    }

    /** The child teams. */
    public Stream<Team> childrenOf(TeamId team) {
        return teams().values().filter(child -> child.parent().equals(Optional.of(team)));
    }

    /** All teams in tree order: each follows its parent, siblings by name. */
    public Stream<Team> inTreeOrder() {
        return teams().values().sorted(Comparator.comparing(this::sortKey));
    }

    /** A space sorts before every character of a name, so the teams below zoo come before zoo-old. */
    private String sortKey(Team team) {
        return path(team.id()).reversed().stream()
                .map(TeamId::value)
                .collect(Collectors.joining(" "));
    }

    /** The effective role of the user in the team: the highest one given there or in an ancestor. */
    public Optional<Role> role(UserId user, TeamId team) {
        return role(rolesOf(user), team);
    }

    Optional<Role> role(PersistentSortedMap<TeamId, Grant> grants, TeamId team) {
        Optional<Role> greatest = Optional.empty();
        if (grants.isEmpty()) {
            return greatest;
        }
        for (TeamId ancestor : path(team)) {
            Optional<Role> role = grants.get(ancestor).flatMap(Grant::role);
            if (role.isPresent()
                    && (greatest.isEmpty() || role.get().compareTo(greatest.get()) > 0)) {
                greatest = role;
            }
        }
        return greatest;
    }

    /** The token with this public part, and what authentication needs of it. */
    Optional<ResolvedToken> resolve(long number) {
        return userDirectoryBuilder.resolvedTokens.get(number);
    }

    /** The last stored use, at most a minute behind. */
    public Optional<Token.Use> lastUse(String token) {
        return userDirectoryBuilder.uses.get(token);
    }

    /** The number of enabled persons with the role admin in the team all. */
    long admins() {
        return membersOf(TeamId.ALL)
                .values()
                .filter(grant -> grant.role().equals(Optional.of(Role.ADMIN)))
                .flatMap(grant -> users().get(grant.holder()).stream())
                .filter(user -> user.enabled() && !user.isService())
                .count();
    }

    Optional<PropertyRow> property(PropertyRow.Name name) {
        return userDirectoryBuilder.properties.get(name.text());
    }

    /**
     * Tokens and sessions that expired or were revoked before these times. Those with which another one was created
     * stay as long as that one.
     */
    Stream<Token> endedBefore(Instant tokens, Instant sessions) {
        Set<String> creators = madeWithOthers();
        return tokens().entries()
                .map(Map.Entry::getValue)
                .filter(token -> ended(token, token.isSession() ? sessions : tokens))
                .filter(token -> !creators.contains(token.id()));
    }

    /** The ids of the tokens and sessions with which other ones were created. */
    Set<String> madeWithOthers() {
        return tokens().values()
                .flatMap(token -> token.madeWith().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static boolean ended(Token token, Instant before) {
        return Stream.concat(token.expires().stream(), token.revoked().stream())
                .anyMatch(end -> end.isBefore(before));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof UserDirectory that
                && userDirectoryBuilder.content().equals(that.userDirectoryBuilder.content());
    }

    @Override
    public int hashCode() {
        return userDirectoryBuilder.content().hashCode();
    }

    @Override
    public String toString() {
        return "directory " + userDirectoryBuilder.content();
    }
}
