package slipway.guard;

import java.util.List;
import slipway.journal.Journal;
import slipway.journal.RowChange;
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

    static RowChange put(Team team) {
        return new RowChange.Put<>(TEAMS, team);
    }

    static RowChange put(User user) {
        return new RowChange.Put<>(USERS, user);
    }

    /** A grant of nothing is no row. */
    static RowChange put(Grant grant) {
        return grant.isEmpty()
                ? new RowChange.Remove<>(GRANTS, grant)
                : new RowChange.Put<>(GRANTS, grant);
    }

    static RowChange put(Token token) {
        return new RowChange.Put<>(TOKENS, token);
    }

    static RowChange put(Secret teamSecret) {
        return new RowChange.Put<>(SECRETS, teamSecret);
    }

    static RowChange put(Mark propertyRow) {
        return new RowChange.Put<>(MARKS, propertyRow);
    }
}
