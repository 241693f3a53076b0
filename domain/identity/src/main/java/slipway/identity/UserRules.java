package slipway.identity;

import java.util.Optional;
import java.util.Set;
import slipway.base.Fact;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.journal.Commit;
import slipway.journal.table.RowChange;

/** Who there is. */
final class UserRules {

    /** Events carry these as names of the house itself. */
    private static final Set<String> RESERVED = Set.of("local", "system", "anonymous", "nobody");

    private UserRules() {}

    static Commit create(RuleContext here, IdentityRequest.CreatePerson create) {
        here.require(Permission.PEOPLE_WRITE, TeamId.ALL);
        return created(
                here,
                new User(
                        free(here.people, create.user()),
                        Optional.empty(),
                        TextRules.checked("name", create.name()),
                        TextRules.email(create.email()),
                        true,
                        Optional.empty(),
                        here.now));
    }

    static Commit create(RuleContext here, IdentityRequest.CreateAccount create) {
        here.require(Permission.ACCOUNTS_WRITE, create.team());
        create.role().ifPresent(role -> RoleRules.mustHave(here.by(), role, create.team()));
        var user =
                new User(
                        free(here.people, create.user()),
                        Optional.of(create.team()),
                        TextRules.checked("name", create.name()),
                        Optional.empty(),
                        true,
                        Optional.empty(),
                        here.now);
        RuleContext added = add(here, user);
        if (create.role().isPresent()) {
            Grant grant = Grant.none(user.id(), create.team()).given(create.role());
            added = RoleRules.put(added, grant, false);
        }
        return added.naming(user.id().value());
    }

    private static Commit created(RuleContext here, User user) {
        return add(here, user).naming(user.id().value());
    }

    static RuleContext add(RuleContext here, User user) {
        return here.put(IdentityTables.put(user))
                .tell(
                        new Fact.UserCreated(user.id(), user.team(), user.name(), user.email()),
                        subject(user.id()),
                        user.team());
    }

    static boolean isFree(UserDirectory userDirectory, UserId id) {
        return !RESERVED.contains(id.value()) && !userDirectory.users().containsKey(id);
    }

    private static UserId free(UserDirectory userDirectory, UserId id) {
        if (RESERVED.contains(id.value())) {
            throw IdentityProblems.reserved(id);
        }
        if (userDirectory.users().containsKey(id)) {
            throw IdentityProblems.userExists(id);
        }
        return id;
    }

    static Commit change(RuleContext here, IdentityRequest.ChangeUser change) {
        User before = here.requireOver(change.user());
        User user =
                before.called(
                        change.name()
                                .map(name -> TextRules.checked("name", name))
                                .orElse(before.name()),
                        change.email().isPresent()
                                ? TextRules.email(change.email())
                                : before.email(),
                        change.enabled().orElse(before.enabled()));
        return changed(here, user).commit();
    }

    static RuleContext changed(RuleContext here, User user) {
        return here.put(IdentityTables.put(user))
                .tell(
                        new Fact.UserChanged(user.id(), user.name(), user.email(), user.enabled()),
                        subject(user.id()),
                        user.team());
    }

    static Commit remove(RuleContext here, UserId id) {
        User user = here.requireOver(id);
        here.put(new RowChange.Remove<>(IdentityTables.USERS, user));
        here.people
                .rolesOf(id)
                .values()
                .forEach(grant -> here.put(new RowChange.Remove<>(IdentityTables.GRANTS, grant)));
        here.people.tokensOf(id).values().forEach(token -> TokenRules.forget(here, token));
        return here.tell(new Fact.UserRemoved(id), subject(id), user.team()).commit();
    }

    static String subject(UserId user) {
        return "user/" + user;
    }
}
