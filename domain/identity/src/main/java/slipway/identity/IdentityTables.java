package slipway.identity;

import java.util.List;
import slipway.journal.Journal;
import slipway.journal.table.RowChange;
import slipway.journal.table.Table;

/** The tables of identity, each declared by the record of one row, and the directory that is rebuilt from them. */
final class IdentityTables {

    static final Table<Team> TEAMS =
            Table.of("identity_team", Team.class, "id").formerly("guard_team");
    static final Table<User> USERS =
            Table.of("identity_user", User.class, "id").formerly("guard_user");
    static final Table<Grant> GRANTS =
            Table.of("identity_grant", Grant.class, "holder", "team").formerly("guard_grant");
    static final Table<Token> TOKENS =
            Table.of("identity_token", Token.class, "id").formerly("guard_token");
    static final Table<Token.Use> USES =
            Table.of("identity_token_use", Token.Use.class, "token").formerly("guard_use");
    static final Table<TeamSecret> SECRETS =
            Table.of("identity_secret", TeamSecret.class, "team", "name").formerly("guard_secret");
    static final Table<PropertyRow> PROPERTIES =
            Table.of("identity_property", PropertyRow.class, "name").formerly("guard_mark");

    private IdentityTables() {}

    static List<Table<?>> all() {
        return List.of(TEAMS, USERS, GRANTS, TOKENS, USES, SECRETS, PROPERTIES);
    }

    static UserDirectory read(Journal journal) {
        var builder = new UserDirectoryBuilder();
        all().forEach(table -> journal.rows(table, builder::put));
        return builder.build();
    }

    static RowChange put(Team team) {
        return new RowChange.Put<>(TEAMS, team);
    }

    static RowChange put(User user) {
        return new RowChange.Put<>(USERS, user);
    }

    /** A grant without any role is not stored. */
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
        return new RowChange.Put<>(PROPERTIES, propertyRow);
    }
}
