package slipway.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.journal.Commit;
import slipway.journal.Journal;
import slipway.journal.LoopExecutor;
import slipway.journal.sql.Backup;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.sql.ReadSnapshot;
import slipway.journal.sql.SqlJournalStorage;
import slipway.journal.table.RowChange;
import slipway.journal.table.Table;
import slipway.testkit.MovingClock;

/** Version 1 of the schema named its tables {@code guard_...}; data and backups of that version stay readable. */
class IdentityMigrationTest {

    private static final List<ModuleSchema> SCHEMAS =
            List.of(ModuleSchema.JOURNAL, AccessControl.SCHEMA);
    private static final List<ModuleSchema> SCHEMAS_BEFORE =
            List.of(ModuleSchema.JOURNAL, AccessControl.SCHEMA.upTo(1));
    private static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");
    private static final UserId ANA = new UserId("ana");

    private record UserOfVersion1(
            UserId id,
            Optional<TeamId> team,
            String name,
            Optional<String> email,
            boolean enabled,
            Optional<User.Identity> identity,
            Instant made) {}

    private static final Table<UserOfVersion1> USERS_OF_VERSION_1 =
            Table.of("guard_user", UserOfVersion1.class, "id");

    @TempDir Path directory;

    private final ServerKey key = ServerKey.random(AccessControlFixture.random(1));

    /** An empty database. */
    DatabaseAddress empty(String name) {
        return new DatabaseAddress.Sqlite(directory.resolve(name));
    }

    private static Journal journal(DatabaseAddress address, List<ModuleSchema> schemas) {
        return Journal.open(
                new SqlJournalStorage(Database.open(address, schemas)),
                LoopExecutor.threads(),
                new Journal.Times(MovingClock.at(NOW.toString()), () -> 0L));
    }

    /** Data as version 1 left it: the root team, and ana as its admin. */
    private DatabaseAddress old() {
        DatabaseAddress address = empty("old");
        try (Journal journal = journal(address, SCHEMAS_BEFORE)) {
            var all = new Team(TeamId.ALL, Optional.empty(), "Everyone", NOW);
            var ana =
                    new UserOfVersion1(
                            ANA,
                            Optional.empty(),
                            "Ana",
                            Optional.empty(),
                            true,
                            Optional.empty(),
                            NOW);
            Grant admin = Grant.none(ANA, TeamId.ALL).given(Optional.of(Role.ADMIN));
            List<RowChange> rows =
                    List.of(
                            new RowChange.Put<>(IdentityTables.TEAMS.named("guard_team"), all),
                            new RowChange.Put<>(USERS_OF_VERSION_1, ana),
                            new RowChange.Put<>(IdentityTables.GRANTS.named("guard_grant"), admin),
                            new RowChange.Put<>(
                                    IdentityTables.PROPERTIES.named("guard_mark"),
                                    PropertyRow.SERVER_KEY.of(key.fingerprint(), NOW)));
            Journal.await(journal.send(Commit.of(List.of(), rows)));
        }
        return address;
    }

    private void mustKnowAna(DatabaseAddress address) {
        try (Journal journal = journal(address, SCHEMAS);
                var access = AccessControl.open(journal, key, AccessControlFixture.random(2))) {
            assertThat(access.directory().users().get(ANA).map(User::name)).contains("Ana");
            assertThat(access.directory().role(ANA, TeamId.ALL)).contains(Role.ADMIN);
        }
    }

    @Test
    void data_of_version_1_opens_and_keeps_its_rows() {
        DatabaseAddress address = old();
        mustKnowAna(address);
        mustKnowAna(address);
    }

    @Test
    void the_server_key_of_version_1_is_found_beside_the_server_before_the_migration() {
        try (var beside = Database.openBeside(old(), SCHEMAS)) {
            assertThat(ReadSnapshot.of(beside, ServerKey::expectedFingerprint))
                    .contains(key.fingerprint());
        }
    }

    @Test
    void a_backup_of_version_1_restores_under_the_new_names() {
        Path file = directory.resolve("backup.slipway");
        try (var beside = Database.openBeside(old(), SCHEMAS)) {
            Backup.Manifest manifest =
                    new Backup(_ -> {}).take(beside, SCHEMAS, file, NOW, "0.0.1");
            assertThat(manifest.schemas()).containsEntry("guard", 1).doesNotContainKey("identity");
        }
        DatabaseAddress restored = empty("restored");
        try (var backup = new Backup(_ -> {}).read(file)) {
            assertThat(ServerKey.expectedFingerprint(backup)).contains(key.fingerprint());
            backup.restore(restored, SCHEMAS, NOW);
        }
        mustKnowAna(restored);
    }

    @Test
    void a_backup_of_today_restores_with_the_names_of_today() {
        DatabaseAddress address = old();
        mustKnowAna(address);
        Path file = directory.resolve("backup.slipway");
        try (var beside = Database.openBeside(address, SCHEMAS)) {
            Backup.Manifest manifest =
                    new Backup(_ -> {}).take(beside, SCHEMAS, file, NOW, "0.0.2");
            assertThat(manifest.schemas()).containsEntry("identity", 3).doesNotContainKey("guard");
            assertThat(manifest.parts())
                    .extracting(Backup.Part::table)
                    .contains("identity_user")
                    .noneMatch(table -> table.startsWith("guard_"));
        }
        DatabaseAddress restored = empty("restored");
        try (var backup = new Backup(_ -> {}).read(file)) {
            backup.restore(restored, SCHEMAS, NOW);
        }
        mustKnowAna(restored);
    }

    private static Token token(String id, Token.Kind kind, UserId owner, Optional<Instant> ends) {
        return new Token(
                id,
                kind,
                owner,
                "label",
                TokenScope.WHOLE,
                NOW,
                Optional.empty(),
                ends,
                Optional.empty(),
                "00");
    }

    /** A person of single sign-on with a session until the evening, and two tokens of a first admin, one in use. */
    private static List<RowChange> rowsOfVersion2(UserId dana, String fingerprint, Instant ends) {
        var identity = new User.Identity("https://id.example.org", "17");
        var user =
                new UserOfVersion1(
                        dana,
                        Optional.empty(),
                        "Dana",
                        Optional.empty(),
                        true,
                        Optional.of(identity),
                        NOW);
        return List.of(
                new RowChange.Put<>(USERS_OF_VERSION_1.named("identity_user"), user),
                IdentityTables.put(token("4tQm1vNc", Token.Kind.SESSION, dana, Optional.of(ends))),
                IdentityTables.put(
                        token("Yc7RmX2v", Token.Kind.ADMIN, User.ADMIN, Optional.empty())),
                IdentityTables.put(
                        token("Yc7RmX3v", Token.Kind.ADMIN, User.ADMIN, Optional.empty())),
                new RowChange.Put<>(
                        IdentityTables.USES, new Token.Use("Yc7RmX3v", NOW, "192.0.2.7")),
                IdentityTables.put(PropertyRow.SERVER_KEY.of(fingerprint, NOW)));
    }

    @Test
    void version_3_knows_until_when_a_sign_on_holds_and_ends_the_token_of_the_first_admin() {
        DatabaseAddress address = empty("second");
        var dana = new UserId("dana");
        Instant evening = NOW.plus(Duration.ofHours(12));
        try (Journal journal =
                journal(address, List.of(ModuleSchema.JOURNAL, AccessControl.SCHEMA.upTo(2)))) {
            List<RowChange> rows = rowsOfVersion2(dana, key.fingerprint(), evening);
            Journal.await(journal.send(Commit.of(List.of(), rows)));
        }
        try (Journal journal = journal(address, SCHEMAS);
                var access = AccessControl.open(journal, key, AccessControlFixture.random(2))) {
            UserDirectory directory = access.directory();
            assertThat(directory.users().get(dana).flatMap(User::signedOnUntil)).contains(evening);
            assertThat(directory.tokens().get("Yc7RmX2v").flatMap(Token::expires))
                    .contains(NOW.plus(Duration.ofDays(1)));
            assertThat(directory.tokens().get("Yc7RmX3v").flatMap(Token::expires))
                    .contains(NOW.plus(Duration.ofDays(366)));
        }
    }

    /** It would otherwise create its empty tables beside the renamed ones and welcome a first admin. */
    @Test
    void a_program_that_knows_only_version_1_refuses_the_renamed_data() {
        DatabaseAddress address = old();
        mustKnowAna(address);
        var before = List.of(ModuleSchema.JOURNAL, new ModuleSchema("guard", 1));
        assertThatThrownBy(() -> Database.open(address, before)).isInstanceOf(Problem.class);
    }
}
