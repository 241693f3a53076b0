package slipway.guard;

import java.util.List;
import slipway.journal.Journal;
import slipway.journal.Row;
import slipway.journal.Table;

/** The room's tables, each the record of one row, and the way back from them to the picture. */
final class Tables {

    static final Table<Team> TEAMS = Table.of("guard_team", Team.class, "id");
    static final Table<User> USERS = Table.of("guard_user", User.class, "id");
    static final Table<Grant> GRANTS = Table.of("guard_grant", Grant.class, "holder", "team");
    static final Table<Token> TOKENS = Table.of("guard_token", Token.class, "id");
    static final Table<Token.Use> USES = Table.of("guard_use", Token.Use.class, "token");
    static final Table<Secret> SECRETS = Table.of("guard_secret", Secret.class, "team", "name");
    static final Table<Mark> MARKS = Table.of("guard_mark", Mark.class, "name");

    private Tables() {}

    static List<Table<?>> all() {
        return List.of(TEAMS, USERS, GRANTS, TOKENS, USES, SECRETS, MARKS);
    }

    static People read(Journal journal) {
        var userDirectoryBuilder = new Books();
        all().forEach(table -> journal.rows(table, userDirectoryBuilder::put));
        return userDirectoryBuilder.people();
    }

    static Row put(Team team) {
        return new Row.Put<>(TEAMS, team);
    }

    static Row put(User user) {
        return new Row.Put<>(USERS, user);
    }

    /** A grant of nothing is no row. */
    static Row put(Grant grant) {
        return grant.isEmpty() ? new Row.Remove<>(GRANTS, grant) : new Row.Put<>(GRANTS, grant);
    }

    static Row put(Token token) {
        return new Row.Put<>(TOKENS, token);
    }

    static Row put(Secret teamSecret) {
        return new Row.Put<>(SECRETS, teamSecret);
    }

    static Row put(Mark propertyRow) {
        return new Row.Put<>(MARKS, propertyRow);
    }
}
