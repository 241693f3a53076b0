package slipway.identity;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.journal.Commit;
import slipway.journal.EventDraft;
import slipway.journal.table.RowChange;

/** The decision of one request: the directory, the principal, and the events and rows so far. Used once. */
final class RuleContext {

    final UserDirectory directory;
    final Actor actor;
    final Instant now;
    private final Optional<Principal> principal;
    private final List<EventDraft> events = new ArrayList<>();
    private final List<RowChange> rows = new ArrayList<>();

    RuleContext(
            UserDirectory userDirectory, Optional<Principal> principal, Actor actor, Instant now) {
        this.directory = userDirectory;
        this.principal = principal;
        this.actor = actor;
        this.now = now;
    }

    Principal principal() {
        return principal.orElseThrow(
                () -> new IllegalStateException("A request of the server itself has no principal"));
    }

    RuleContext put(RowChange rowChange) {
        rows.add(rowChange);
        return this;
    }

    RuleContext event(Fact fact, String subject) {
        events.add(EventDraft.of(fact, actor, subject));
        return this;
    }

    /** Adds an event that the members of the team may read. */
    RuleContext event(Fact fact, String subject, TeamId team) {
        events.add(EventDraft.of(fact, actor, subject).in(team.value()));
        return this;
    }

    RuleContext event(Fact fact, String subject, Optional<TeamId> team) {
        return team.map(one -> event(fact, subject, one)).orElseGet(() -> event(fact, subject));
    }

    Commit commit() {
        return Commit.of(events, rows);
    }

    /**
     * A commit whose answer has the id of what was created, so that a retry with the same idempotency key gets it
     * too.
     */
    Commit commitWithId(String id) {
        return commit().answering("{\"id\":\"" + id + "\"}");
    }

    /** The id in such an answer. */
    static String idIn(String answer) {
        return answer.replaceAll("^\\{\"id\":\"|\"\\}$", "");
    }

    /** The team; throws the same problem whether it is invisible or missing. */
    Team team(TeamId id) {
        return directory
                .teams()
                .get(id)
                .filter(_ -> principal().sees(id))
                .orElseThrow(() -> IdentityProblems.noTeam(id));
    }

    Team require(Permission permission, TeamId id) {
        Team team = team(id);
        if (!principal().may(permission, id)) {
            throw IdentityProblems.notAllowed(principal(), permission, id);
        }
        return team;
    }

    /** Every principal may know every person, and the service accounts of visible teams only. */
    User user(UserId id) {
        return directory
                .users()
                .get(id)
                .filter(user -> user.team().isEmpty() || principal().sees(user.team().get()))
                .orElseThrow(() -> IdentityProblems.noUser(id));
    }

    /**
     * The user, if the principal may manage it: admins manage persons, leads manage the service accounts of their
     * team.
     */
    User requireManageable(UserId id) {
        User user =
                directory
                        .users()
                        .get(id)
                        .filter(this::isVisible)
                        .orElseThrow(() -> IdentityProblems.noUser(id));
        TeamId team = user.team().orElse(TeamId.ALL);
        Permission needed = user.isService() ? Permission.ACCOUNTS_WRITE : Permission.PEOPLE_WRITE;
        if (!principal().may(needed, team)) {
            throw IdentityProblems.notAllowed(principal(), needed, team);
        }
        return user;
    }

    private boolean isVisible(User user) {
        return user.isService()
                ? principal().sees(user.team().orElseThrow())
                : user.id().equals(principal().id())
                        || principal().may(Permission.PEOPLE_READ, TeamId.ALL);
    }
}
