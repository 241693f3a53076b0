package slipway.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Mistake;
import slipway.base.Money;
import slipway.base.Problem;
import slipway.base.SourceLocation;
import slipway.schedule.config.ClusterSharing;

class ConfigTest {

    @TempDir private Path home;
    private Path data = Path.of("");

    @BeforeEach
    void makeDataFolder() throws IOException {
        data = Files.createDirectories(home.resolve(".slipway"));
    }

    @Test
    void without_any_source_the_defaults_apply() {
        Config config = read(Map.of(), Map.of());
        assertEquals("127.0.0.1", config.host());
        assertEquals(8470, config.port());
        assertEquals(data, config.data());
        assertEquals("jdbc:sqlite:" + data.resolve("slipway.db"), config.databaseUrl());
        assertEquals(Optional.empty(), config.databaseUser());
        assertEquals(Optional.empty(), config.databasePasswordFile());
        assertEquals(8, config.databaseConnections());
        assertEquals(Duration.ofDays(3650), config.keepFacts());
        assertEquals(Duration.ofDays(30), config.keepTicks());
        assertEquals(Duration.ofDays(7), config.keepAnswers());
        assertEquals(LogLevel.INFO, config.logLevel());
        assertEquals(Optional.empty(), config.file());
        assertEquals(List.of(), config.warnings());
    }

    @Test
    void the_file_wins_over_the_default_the_environment_over_the_file_and_a_flag_over_all()
            throws IOException {
        write(data.resolve("slipway.yaml"), "port: 1\n");
        var environment = Map.of("SLIPWAY_PORT", "2");
        assertEquals(1, read(Map.of(), Map.of()).port());
        assertEquals(2, read(Map.of(), environment).port());
        assertEquals(3, read(Map.of("--port", "3"), environment).port());
        assertEquals(
                SourceLocation.of("flag --port"),
                from(read(Map.of("--port", "3"), environment), "port"));
        assertEquals(
                SourceLocation.of("environment SLIPWAY_PORT"),
                from(read(Map.of(), environment), "port"));
        assertEquals(
                new SourceLocation("slipway.yaml", 1, 7), from(read(Map.of(), Map.of()), "port"));
    }

    @Test
    void prices_and_sharing_are_read_from_the_file() throws IOException {
        write(
                data.resolve("slipway.yaml"),
                """
                prices:
                  currency: EUR
                  cpu: 0.04
                  accelerators: {H100: 2.40, A100: 1.30}
                schedule: {notice: 2m}
                teams:
                  vision: {weight: 2, quota: {H100: {guarantee: 4, limit: 8}}}
                """);
        Config config = read(Map.of(), Map.of());
        assertEquals(
                Money.cents(240, "EUR"), config.prices().of("H100").orElseThrow().perGpuHour());
        assertEquals(
                Money.cents(130, "EUR"),
                config.prices().of("A100-40GB").orElseThrow().perGpuHour());
        assertEquals(Money.cents(4, "EUR"), config.prices().of("cpu").orElseThrow().perGpuHour());
        assertEquals(Optional.empty(), config.prices().of("L4"));
        ClusterSharing clusterSharing = config.sharing(_ -> {}, _ -> Optional.empty());
        assertEquals(Duration.ofMinutes(2), clusterSharing.policy().notice());
        assertEquals(2, clusterSharing.teams().getFirst().weight());
        assertThat(config.rows())
                .filteredOn(row -> row.setting().path().matches("teams|prices.accelerators"))
                .extracting(row -> row.value().orElseThrow())
                .containsExactly("H100 2.40, A100 1.30", "vision");
        assertThat(read(Map.of(), Map.of("SLIPWAY_PRICES_CPU", "1")).warnings()).hasSize(1);
    }

    @Test
    void without_a_price_list_nothing_has_a_price() {
        assertThat(read(Map.of(), Map.of()).prices().perType()).isEmpty();
    }

    @Test
    void mistakes_in_prices_and_sharing_are_listed_with_their_lines() throws IOException {
        write(
                data.resolve("slipway.yaml"),
                """
                port: many
                prices:
                  accelerators: {H100: cheap}
                """);
        assertThat(mistakes()).containsExactly("1 port", "3 prices.accelerators.H100");
        write(
                data.resolve("slipway.yaml"),
                """
                teams:
                  vision: {parent: vison}
                  nlp: {quota: {H100: {guarantee: 4, limit: 2}}}
                """);
        assertThat(mistakes())
                .containsExactly("2 teams.vision.parent", "3 teams.nlp.quota.H100.limit");
    }

    private List<String> mistakes() {
        return assertThrows(Problem.class, () -> read(Map.of(), Map.of())).mistakes().stream()
                .map(mistake -> mistake.location().line() + " " + mistake.key())
                .toList();
    }

    @Test
    void an_accelerator_type_unknown_to_the_catalog_is_a_warning() throws IOException {
        write(
                data.resolve("slipway.yaml"),
                """
                prices: {accelerators: {H10O: 2.40, L4: 1}}
                teams: {vision: {quota: {A1000: 4, any: 8, cpu: 2}}}
                """);
        assertThat(read(Map.of(), Map.of()).warnings())
                .extracting(Mistake::key)
                .containsExactly("prices.accelerators.H10O", "teams.vision.quota.A1000");
    }

    @Test
    void sources_are_merged_within_a_block_too() throws IOException {
        write(data.resolve("slipway.yaml"), "database:\n  user: file\n  connections: 3\n");
        Config config = read(Map.of("--database-user", "flag"), Map.of());
        assertEquals(Optional.of("flag"), config.databaseUser());
        assertEquals(3, config.databaseConnections());
    }

    @Test
    void an_empty_variable_counts_as_not_set() {
        assertEquals(
                8470, read(Map.of(), Map.of("SLIPWAY_PORT", "", "SLIPWAY_CONFIG", " ")).port());
    }

    @Test
    void the_file_is_looked_for_in_the_data_folder_that_was_chosen() throws IOException {
        Path other = Files.createDirectories(home.resolve("other"));
        write(other.resolve("slipway.yaml"), "port: 9\n");
        assertEquals(9, read(Map.of("--data", other.toString()), Map.of()).port());
        assertEquals(9, read(Map.of(), Map.of("SLIPWAY_DATA", "~/other")).port());
        assertEquals(9, read(Map.of("--data", "other"), Map.of()).port());
    }

    @Test
    void a_file_can_be_named_and_may_then_choose_the_data_folder_relative_to_itself()
            throws IOException {
        Path folder = Files.createDirectories(home.resolve("etc"));
        write(folder.resolve("prod.yaml"), "data: state\n");
        assertEquals(
                folder.resolve("state"),
                read(Map.of("--config", "etc/prod.yaml"), Map.of()).data());
        assertEquals(
                folder.resolve("state"),
                read(Map.of(), Map.of("SLIPWAY_CONFIG", "~/etc/prod.yaml")).data());
    }

    @Test
    void a_file_found_in_the_data_folder_cannot_name_another() throws IOException {
        write(data.resolve("slipway.yaml"), "data: /elsewhere\n");
        assertThat(mistakes(Map.of(), Map.of()).toString())
                .contains("slipway.yaml line 1  data: this file was found in the data folder");
        assertEquals(home.resolve("x"), read(Map.of("--data", "x"), Map.of()).data());
        write(data.resolve("slipway.yaml"), "data: ~/.slipway\n");
        assertEquals(data, read(Map.of(), Map.of()).data());
    }

    @Test
    void a_missing_file_is_reported_at_the_source_that_named_it() {
        assertEquals(
                List.of(
                        new Mistake(
                                SourceLocation.of("flag --config"),
                                "",
                                "There is no file " + home.resolve("no.yaml") + ".")),
                mistakes(Map.of("--config", "no.yaml"), Map.of("SLIPWAY_CONFIG", "other.yaml")));
        assertEquals(
                SourceLocation.of("environment SLIPWAY_CONFIG"),
                mistakes(Map.of(), Map.of("SLIPWAY_CONFIG", "no.yaml")).getFirst().location());
    }

    @Test
    void a_folder_instead_of_a_file_is_reported_as_a_folder() {
        assertThat(mistakes(Map.of("--config", "."), Map.of()).getFirst().text())
                .endsWith("It is a folder.");
    }

    @Test
    void mistakes_of_all_sources_are_listed_even_when_overridden() throws IOException {
        write(data.resolve("slipway.yaml"), "port: high\nhots: x\n");
        Problem problem =
                assertThrows(
                        Problem.class,
                        () -> read(Map.of("--log-level", "loud"), Map.of("SLIPWAY_PORT", "99999")));
        assertEquals("invalid-configuration", problem.code().name());
        assertEquals("The configuration has 4 problems:", problem.what());
        assertEquals(
                """
                  slipway.yaml line 1       port: "high" is not a whole number from 0 to 65535.
                  slipway.yaml line 2       hots: no such key. Did you mean host?
                  environment SLIPWAY_PORT  port: "99999" is not a whole number from 0 to 65535.
                  flag --log-level          log.level: "loud" is not one of error, warn, info, debug or trace."""
                        .indent(2)
                        .stripTrailing(),
                problem.why());
    }

    @Test
    void a_broken_file_does_not_hide_the_mistakes_of_other_sources() throws IOException {
        write(data.resolve("slipway.yaml"), "port: 'x\n");
        assertThat(mistakes(Map.of("--port", "x"), Map.of())).hasSize(2);
    }

    @Test
    void an_unknown_variable_is_a_warning_with_a_suggestion() {
        Config config =
                read(
                        Map.of(),
                        Map.of(
                                "SLIPWAY_PROT", "1",
                                "SLIPWAY_DATABASE_PASSWORD", "hunter2",
                                "SLIPWAY_XYZZY", "1",
                                "SLIPWAY_JAVA_OPTS", "-Xmx1g",
                                "SLIPWAY_TEST_ANYTHING", "1",
                                "PORT", "1"));
        assertEquals(
                List.of(
                        "environment SLIPWAY_DATABASE_PASSWORD  no such setting; it is not read."
                                + " Did you mean SLIPWAY_DATABASE_PASSWORD_FILE?",
                        "environment SLIPWAY_PROT  no such setting; it is not read. Did you mean SLIPWAY_PORT?",
                        "environment SLIPWAY_XYZZY  no such setting; it is not read."),
                config.warnings().stream().map(Mistake::toString).toList());
    }

    @Test
    void a_password_in_the_url_is_refused_and_never_repeated() {
        for (String url :
                List.of(
                        "jdbc:postgresql://db/slipway?user=a&password=hunter2",
                        "jdbc:postgresql://slipway:hunter2@db/slipway",
                        "jdbc:postgresql://db/slipway?sslpassword=hunter2",
                        "postgres://slipway:hunter2@db/slipway")) {
            Problem problem =
                    assertThrows(
                            Problem.class,
                            () -> read(Map.of("--database-url", url), Map.of()),
                            url);
            assertThat(problem.getMessage())
                    .contains("database.password_file")
                    .doesNotContain("hunter2");
        }
    }

    @Test
    void a_database_that_is_neither_sqlite_nor_postgresql_is_refused() {
        assertThat(mistakes(Map.of("--database-url", "jdbc:mysql://db/x"), Map.of())).hasSize(1);
        assertEquals(
                "jdbc:postgresql://db/slipway",
                read(Map.of("--database-url", "jdbc:postgresql://db/slipway"), Map.of())
                        .databaseUrl());
    }

    @Test
    void the_password_file_must_be_there() throws IOException {
        write(data.resolve("slipway.yaml"), "database:\n  password_file: pw\n");
        assertEquals(
                List.of(
                        "slipway.yaml line 2  database.password_file: there is no readable file %s."
                                .formatted(data.resolve("pw"))),
                mistakes(Map.of(), Map.of()).stream().map(Mistake::toString).toList());
        write(data.resolve("pw"), "hunter2\n");
        Config config = read(Map.of(), Map.of());
        assertEquals(Optional.of(data.resolve("pw")), config.databasePasswordFile());
        assertThat(config.rows().toString()).doesNotContain("hunter2");
    }

    private static SourceLocation from(Config config, String path) {
        return config.rows().stream()
                .filter(row -> row.setting().path().equals(path))
                .map(Config.Row::from)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void run_as_user_requires_slurm() {
        assertThat(mistakes(Map.of("--run-as", "user"), Map.of()))
                .singleElement()
                .extracting(Mistake::text)
                .asString()
                .contains("run.engine is local", "set run.engine: slurm");
        Map<String, String> cluster =
                Map.of(
                        "--run-as",
                        "user",
                        "--run-engine",
                        "slurm",
                        "--run-attempts",
                        home.toString(),
                        "--slurm-partitions",
                        "gpu",
                        "--slurm-accounts",
                        "alice=a.smith bob=bob");
        Config config = read(cluster, Map.of());
        assertThat(config.runAs()).isEqualTo(RunAs.USER);
        assertThat(config.slurmAccounts()).contains(Map.of("alice", "a.smith", "bob", "bob"));
    }

    @Test
    void invalid_account_mappings_are_refused() {
        for (String wrong :
                List.of("alice", "alice=#0", "alice=0", "alice=-u", "a=b a=c", "A=b", "a==b")) {
            assertThat(mistakes(Map.of("--slurm-accounts", wrong), Map.of())).hasSize(1);
        }
    }

    private List<Mistake> mistakes(Map<String, String> flags, Map<String, String> environment) {
        return assertThrows(Problem.class, () -> read(flags, environment)).mistakes();
    }

    private Config read(Map<String, String> flags, Map<String, String> environment) {
        return Config.read(flags, new ProcessEnvironment(environment, home, home));
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text);
    }
}
