package slipway.identity;

import java.util.Optional;
import java.util.Set;
import slipway.base.Fact;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.journal.Commit;
import slipway.journal.table.RowChange;

/** Decides changes of users. */
final class UserRules {

    /** Events name the server itself with these actors. */
    private static final Set<String> RESERVED = Set.of("local", "system", "anonymous", "nobody");

    private UserRules() {}

    static Commit create(RuleContext context, IdentityRequest.CreatePerson create) {
        context.require(Permission.PEOPLE_WRITE, TeamId.ALL);
        return created(
                context,
                new User(
                        requireFree(context.directory, create.user()),
                        Optional.empty(),
                        TextRules.checked("name", create.name()),
                        TextRules.email(create.email()),
                        true,
                        Optional.empty(),
                        context.now));
    }

    static Commit create(RuleContext context, IdentityRequest.CreateAccount create) {
        context.require(Permission.ACCOUNTS_WRITE, create.team());
        create.role()
                .ifPresent(
                        role -> RoleRules.requireHolds(context.principal(), role, create.team()));
        var user =
                new User(
                        requireFree(context.directory, create.user()),
                        Optional.of(create.team()),
                        TextRules.checked("name", create.name()),
                        Optional.empty(),
                        true,
                        Optional.empty(),
                        context.now);
        RuleContext added = add(context, user);
        if (create.role().isPresent()) {
            Grant grant = Grant.none(user.id(), create.team()).given(create.role());
            added = RoleRules.put(added, grant, false);
        }
        return added.commitWithId(user.id().value());
    }

    private static Commit created(RuleContext context, User user) {
        return add(context, user).commitWithId(user.id().value());
    }

    static RuleContext add(RuleContext context, User user) {
        return context.put(IdentityTables.put(user))
                .event(
                        new Fact.UserCreated(user.id(), user.team(), user.name(), user.email()),
                        subject(user.id()),
                        user.team());
    }

    static boolean isFree(UserDirectory userDirectory, UserId id) {
        return !RESERVED.contains(id.value()) && !userDirectory.users().containsKey(id);
    }

    private static UserId requireFree(UserDirectory userDirectory, UserId id) {
        if (RESERVED.contains(id.value())) {
            throw IdentityProblems.reserved(id);
        }
        if (userDirectory.users().containsKey(id)) {
            throw IdentityProblems.userExists(id);
        }
        return id;
    }

    static Commit change(RuleContext context, IdentityRequest.ChangeUser change) {
        User before = context.requireManageable(change.user());
        User user =
                before.changed(
                        change.name()
                                .map(name -> TextRules.checked("name", name))
                                .orElse(before.name()),
                        change.email().isPresent()
                                ? TextRules.email(change.email())
                                : before.email(),
                        change.enabled().orElse(before.enabled()));
        if (before.enabled() && !user.enabled()) {
            TokenRules.endCreatedBy(context, user);
        }
        return changed(context, user).commit();
    }

    static RuleContext changed(RuleContext context, User user) {
        return context.put(IdentityTables.put(user))
                .event(
                        new Fact.UserChanged(user.id(), user.name(), user.email(), user.enabled()),
                        subject(user.id()),
                        user.team());
    }

    static Commit remove(RuleContext context, UserId id) {
        User user = context.requireManageable(id);
        TokenRules.endCreatedBy(context, user);
        context.put(new RowChange.Remove<>(IdentityTables.USERS, user));
        context.directory
                .rolesOf(id)
                .values()
                .forEach(
                        grant -> context.put(new RowChange.Remove<>(IdentityTables.GRANTS, grant)));
        context.directory.tokensOf(id).values().forEach(token -> TokenRules.delete(context, token));
        return context.event(new Fact.UserRemoved(id), subject(id), user.team()).commit();
    }

    static String subject(UserId user) {
        return "user/" + user;
    }
}
