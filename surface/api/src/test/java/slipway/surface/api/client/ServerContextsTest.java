package slipway.surface.api.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.base.TeamId;

class ServerContextsTest {

    private static final String TEXT = "slw_usr_4tQm1vNcYc7RmX2vQ9tLk4HsB1nPz8Wd_6f3a1c";
    private static final AccessToken TOKEN = AccessToken.parse(TEXT).orElseThrow();
    private static final CertificateFingerprint PIN = new CertificateFingerprint("ab".repeat(32));
    private static final ServerContext LAB =
            new ServerContext(
                    "lab",
                    URI.create("https://slipway.example.org"),
                    Optional.of(TOKEN),
                    Optional.of(PIN));

    @TempDir Path home;

    private ServerContexts contexts() {
        return contexts(Map.of());
    }

    private ServerContexts contexts(Map<String, String> environment) {
        return new ServerContexts(environment, home);
    }

    private Path folder() {
        return home.resolve(".config/slipway/contexts");
    }

    private Path file() {
        return folder().resolve("lab");
    }

    private void writeLocal(String name, String text) throws IOException {
        Path data = Files.createDirectories(home.resolve(".slipway"));
        Files.writeString(data.resolve(name), text);
        Files.setPosixFilePermissions(
                data.resolve(name), PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void each_context_has_its_default_team_which_is_removed_with_it() {
        contexts().save(LAB);
        contexts().saveDefaultTeam("lab", Optional.of(new TeamId("vision")));
        contexts().saveDefaultTeam("local", Optional.of(new TeamId("language")));
        assertEquals(Optional.of(new TeamId("vision")), contexts().defaultTeam("lab"));
        assertEquals(Optional.of(new TeamId("language")), contexts().defaultTeam("local"));
        contexts().saveDefaultTeam("local", Optional.empty());
        assertEquals(Optional.empty(), contexts().defaultTeam("local"));
        contexts().remove("lab");
        contexts().save(LAB);
        assertEquals(Optional.empty(), contexts().defaultTeam("lab"));
        assertEquals(Optional.empty(), contexts().defaultTeam("SLIPWAY_URL"));
        assertThatThrownBy(() -> contexts().saveDefaultTeam("edge", Optional.empty()))
                .isInstanceOf(Problem.class);
    }

    @Test
    void a_saved_context_is_read_back_unchanged() {
        contexts().save(LAB);
        assertEquals(LAB, contexts().named("lab"));
        ServerContext bare = ServerContext.open("bare", URI.create("http://[::1]:8470/slipway"));
        contexts().save(bare);
        assertEquals(bare, contexts().named("bare"));
        ServerContext odd = LAB.with(AccessToken.parse("it's:#odd\\\"!").orElseThrow());
        contexts().save(odd);
        assertEquals(odd, contexts().named("lab"));
    }

    @Test
    void the_file_of_a_context_is_readable_by_its_owner_only() throws IOException {
        contexts().save(LAB);
        assertEquals("rw-------", permissions(file()));
        assertEquals("rwx------", permissions(folder()));
        try (var files = Files.list(folder())) {
            assertThat(files).containsExactly(file());
        }
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void a_file_that_others_can_read_is_refused() throws IOException {
        contexts().save(LAB);
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r-----"));
        assertThatThrownBy(() -> contexts().named("lab"))
                .hasMessageContaining("its permissions are rw-r-----")
                .hasMessageNotContaining(TEXT);
    }

    @Test
    void a_local_token_that_others_can_read_is_refused() throws IOException {
        writeLocal("local.token", TEXT + "\n");
        Files.setPosixFilePermissions(
                home.resolve(".slipway/local.token"), PosixFilePermissions.fromString("rw-rw-rw-"));
        assertThatThrownBy(() -> contexts().current())
                .isInstanceOfSatisfying(
                        Problem.class, p -> assertEquals("open-to-others", p.code().name()));
    }

    @Test
    void the_mistakes_of_a_file_are_reported_by_line_without_its_token() throws IOException {
        contexts().save(LAB);
        Files.writeString(file(), "url: ftp://lab\ntoken: 'two words of a token'\nurrl: 1\n");
        assertThatThrownBy(() -> contexts().named("lab"))
                .hasMessageStartingWith("lab has 3 problems:")
                .hasMessageContaining("line 2  token: not a token")
                .hasMessageNotContaining("two words");
    }

    @Test
    void local_is_the_server_on_this_machine() throws IOException {
        assertEquals(
                ServerContext.open("local", URI.create("http://127.0.0.1:8470")),
                contexts().current());
        writeLocal("local.url", "http://127.0.0.1:9999\n");
        writeLocal("local.token", TEXT + "\n");
        ServerContext expected =
                ServerContext.open("local", URI.create("http://127.0.0.1:9999")).with(TOKEN);
        assertEquals(expected, contexts().current());
        assertEquals(
                expected,
                contexts(Map.of("SLIPWAY_DATA", home.resolve(".slipway").toString())).current());
        assertEquals(expected, contexts(Map.of("SLIPWAY_DATA", "~/.slipway")).current());
    }

    @Test
    void the_environment_takes_precedence() {
        contexts().save(LAB);
        assertEquals(LAB, contexts(Map.of("SLIPWAY_CONTEXT", "lab")).current());
        AccessToken other = AccessToken.parse("other").orElseThrow();
        assertEquals(
                LAB.with(other),
                contexts(Map.of("SLIPWAY_CONTEXT", "lab", "SLIPWAY_TOKEN", "other\n")).current());
        URI elsewhere = URI.create("https://elsewhere.example.org");
        assertEquals(
                ServerContext.open("SLIPWAY_URL", elsewhere),
                contexts(Map.of("SLIPWAY_CONTEXT", "lab", "SLIPWAY_URL", elsewhere.toString()))
                        .current());
    }

    @Test
    void the_choice_of_a_context_lasts() {
        contexts().save(LAB);
        contexts().choose("lab");
        assertEquals(LAB, contexts().current());
        assertEquals("local", contexts(Map.of("SLIPWAY_CONTEXT", "local")).chosen());
        contexts().choose("local");
        assertEquals("local", contexts().current().name());
        assertEquals(List.of("lab", "local"), contexts().names());
    }

    @Test
    void contexts_are_stored_in_XDG_CONFIG_HOME() {
        var environment = new HashMap<>(Map.of("XDG_CONFIG_HOME", home.resolve("conf").toString()));
        contexts(environment).save(LAB);
        assertThat(home.resolve("conf/slipway/contexts/lab")).exists();
    }

    @Test
    void an_unknown_context_is_a_problem_with_the_nearest_name() {
        contexts().save(LAB);
        assertThatThrownBy(() -> contexts().named("lob"))
                .hasMessage(
                        "There is no context 'lob'. Known contexts: lab, local. Did you mean lab?"
                                + " Choose one of them: slipway context list");
        contexts().remove("lab");
        assertThatThrownBy(() -> contexts().remove("lab")).hasMessageStartingWith("There is no");
        assertThatThrownBy(() -> contexts().choose("lab")).hasMessageStartingWith("There is no");
    }

    @Test
    void bad_names_addresses_and_tokens_are_problems() {
        for (String name : List.of("../lab", "", "Lab", "a/b")) {
            assertThatThrownBy(() -> contexts().named(name))
                    .isInstanceOfSatisfying(
                            Problem.class, p -> assertEquals("bad-context", p.code().name()));
        }
        for (String url :
                List.of("lab", "ftp://a", "http://user:secret@a", "http://a?b", "http:")) {
            assertThatThrownBy(() -> contexts(Map.of("SLIPWAY_URL", url)).current())
                    .isInstanceOf(Problem.class);
        }
        assertThatThrownBy(() -> contexts(Map.of("SLIPWAY_TOKEN", "a secret")).current())
                .isInstanceOf(Problem.class)
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> contexts().save(ServerContext.open("local", LAB.url())))
                .isInstanceOf(Problem.class);
    }

    @Test
    void a_folder_that_cannot_be_written_is_a_problem() throws IOException {
        Files.writeString(home.resolve(".config"), "a file in the way");
        assertThatThrownBy(() -> contexts().save(LAB)).isInstanceOf(Problem.class);
        assertThatThrownBy(() -> contexts().current()).isInstanceOf(Problem.class);
    }

    @Test
    void a_token_is_never_shown() {
        assertEquals("slw_usr_4tQm1vNc…", TOKEN.toString());
        assertEquals("…", AccessToken.parse("hunter2").orElseThrow().toString());
        assertThat(LAB.toString()).doesNotContain("Yc7RmX2v");
    }
}
