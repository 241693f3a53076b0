package slipway.identity;

import java.util.List;
import slipway.journal.Journal;
import slipway.journal.table.RowChange;
import slipway.journal.table.Table;

/** The room's tables, each the record of one row, and the way back from them to the picture. */
final class IdentityTables {

    static final Table<Team> TEAMS = Table.of("guard_team", Team.class, "id");
    static final Table<User> USERS = Table.of("guard_user", User.class, "id");
    static final Table<Grant> GRANTS = Table.of("guard_grant", Grant.class, "holder", "team");
    static final Table<Token> TOKENS = Table.of("guard_token", Token.class, "id");
    static final Table<Token.Use> USES = Table.of("guard_use", Token.Use.class, "token");
    static final Table<TeamSecret> SECRETS =
            Table.of("guard_secret", TeamSecret.class, "team", "name");
    static final Table<PropertyRow> MARKS = Table.of("guard_mark", PropertyRow.class, "name");

    private IdentityTables() {}

    static List<Table<?>> all() {
        return List.of(TEAMS, USERS, GRANTS, TOKENS, USES, SECRETS, MARKS);
    }

    static UserDirectory read(Journal journal) {
        var userDirectoryBuilder = new UserDirectoryBuilder();
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

    static RowChange put(TeamSecret teamSecret) {
        return new RowChange.Put<>(SECRETS, teamSecret);
    }

    static RowChange put(PropertyRow propertyRow) {
        return new RowChange.Put<>(MARKS, propertyRow);
    }
}
