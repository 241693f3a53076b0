package slipway.identity;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * The room's picture: everybody, every team, and who is what where. It never changes; whoever took it reads on while
 * the next one is made. It knows no visitor: what may be shown to whom is for the door to ask.
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

    /** Every token and session by its public part; also those that ended lately. */
    public PersistentSortedMap<String, Token> tokens() {
        return userDirectoryBuilder.tokens;
    }

    public PersistentSortedMap<String, Token> tokensOf(UserId owner) {
        return userDirectoryBuilder.tokensByOwner.of(owner);
    }

    /** What the user is, by team: what was said of it there, without what holds from above. */
    public PersistentSortedMap<TeamId, Grant> rolesOf(UserId user) {
        return userDirectoryBuilder.roles.of(user);
    }

    /** Who is what in the team itself, without those whose role holds from above. */
    public PersistentSortedMap<UserId, Grant> membersOf(TeamId team) {
        return userDirectoryBuilder.members.of(team);
    }

    /** A team's service accounts. */
    public Stream<User> accountsOf(TeamId team) {
        return users().values().filter(user -> user.team().equals(Optional.of(team)));
    }

    public PersistentSortedMap<String, TeamSecret> secretsOf(TeamId team) {
        return userDirectoryBuilder.secrets.of(team);
    }

    public Optional<User> withIdentity(User.Identity identity) {
        return userDirectoryBuilder.identities.get(identity).flatMap(users()::get);
    }

    /** The team and all above it, itself first; empty when there is no such team. */
    public List<TeamId> path(TeamId team) {
        return userDirectoryBuilder.paths.get(team).orElse(List.of());
    }

    public boolean isWithin(TeamId team, TeamId top) {
        return path(team).contains(top);
    }

    /** The teams right below. */
    public Stream<Team> childrenOf(TeamId team) {
        return teams().values().filter(child -> child.parent().equals(Optional.of(team)));
    }

    /** Every team right after the one it stands below, by name. */
    public Stream<Team> inTreeOrder() {
        return teams().values().sorted(Comparator.comparing(this::sortKey));
    }

    /** A space sorts before all that names are made of: what is below zoo comes before zoo-old. */
    private String sortKey(Team team) {
        return path(team.id()).reversed().stream()
                .map(TeamId::value)
                .collect(Collectors.joining(" "));
    }

    /** What the user is in the team, from wherever it holds: the greatest of all roles on the way up. */
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

    /** Whom this public part of a token names, and all that is needed to let it in. */
    Optional<ResolvedToken> resolve(long number) {
        return userDirectoryBuilder.resolvedTokens.get(number);
    }

    /** As of the last time it was written down: behind by at most a minute. */
    public Optional<Token.Use> lastUse(String token) {
        return userDirectoryBuilder.uses.get(token);
    }

    /** Enabled persons who are admins of everything. */
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

    /** Tokens that let nobody in any more, since before this time. */
    Stream<Token> endedBefore(Instant tokens, Instant sessions) {
        return tokens().entries()
                .map(Map.Entry::getValue)
                .filter(token -> ended(token, token.isSession() ? sessions : tokens));
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
        return "people " + userDirectoryBuilder.content();
    }
}
