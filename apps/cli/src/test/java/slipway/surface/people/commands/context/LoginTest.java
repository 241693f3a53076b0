package slipway.surface.people.commands.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.UserId;
import slipway.cli.FakeServer;
import slipway.cli.TestShell;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.people.MeRoute;
import slipway.surface.people.api.CreatedToken;
import slipway.surface.people.api.CurrentUserRoutes;
import slipway.surface.people.api.NewToken;

@Tag("network")
class LoginTest {

    private static final String TOKEN = "slw_usr_4tQm1vNcYc7RmX2vQ9tLk4HsB1nPz8Wd_6f3a1c";
    private static final MeRoute.Me KOFI =
            new MeRoute.Me(
                    new UserId("kofi"),
                    "kofi",
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());

    @TempDir private Path home;
    private final FakeServer server = new FakeServer();
    private TestShell shell = new TestShell(Path.of(""));

    @BeforeEach
    void start() {
        server.answering(ApiCall.to(MeRoute.ME), KOFI);
        shell = new TestShell(home);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void login_saves_a_valid_token_for_later_commands() throws IOException {
        shell.wide(120).typing(TOKEN + "\n");
        assertThat(shell.run("login", server.url().toString(), "--as", "lab")).isZero();
        assertThat(shell.out()).contains("as kofi (context lab).").doesNotContain(TOKEN);
        assertThat(shell.err()).contains("Token for").doesNotContain(TOKEN);
        assertThat(shell.run("whoami")).isZero();
        assertThat(shell.out())
                .contains("You are kofi.", "(context lab)", "slipway team role TEAM kofi member");
        Path saved = home.resolve(".config/slipway/contexts/lab");
        assertThat(Files.readString(saved)).contains(TOKEN);
        assertThat(shell.typing(TOKEN + "\n").run("login")).isZero();
    }

    @Test
    void login_exchanges_the_token_of_the_first_administrator() throws IOException {
        var newToken = new NewToken("slipway login", 90, Optional.empty(), Optional.empty());
        server.answering(
                ApiCall.to(CurrentUserRoutes.TOKEN_MAKE).sending(newToken),
                new CreatedToken(Optional.of(TOKEN), "4tQm1vNc"));
        String first = TOKEN.replace("usr", "adm");
        shell.typing(first + "\n");
        assertThat(shell.run("login", server.url().toString(), "--as", "lab")).isZero();
        assertThat(shell.err()).contains("The first token was exchanged");
        Path saved = home.resolve(".config/slipway/contexts/lab");
        assertThat(Files.readString(saved)).contains(TOKEN).doesNotContain(first);
    }

    @Test
    void login_does_not_save_a_token_that_the_server_refuses() {
        var unknown = ProblemCode.of(ProblemKind.DENIED, "unknown-token", "No such token.");
        server.refusing(
                ApiCall.to(MeRoute.ME), new Problem(unknown, "Who is there?", "Unknown.", "Ask."));
        shell.typing(TOKEN);
        assertThat(shell.run("login", server.url().toString(), "--as", "lab")).isEqualTo(7);
        assertThat(shell.run("context", "list")).isZero();
        assertThat(shell.out()).doesNotContain("lab");
    }

    @Test
    void login_without_an_address_needs_a_known_context() {
        assertThat(shell.run("login")).isEqualTo(2);
        assertThat(shell.err()).contains("No server was specified.", "context is local");
        assertThat(shell.with("SLIPWAY_URL", server.url().toString()).run("login")).isEqualTo(2);
        assertThat(shell.err()).contains("SLIPWAY_URL is set");
    }

    @Test
    void login_does_not_replace_the_context_of_another_server() {
        assertThat(shell.run("context", "add", "127-0-0-1", "https://elsewhere.example.org"))
                .isZero();
        assertThat(shell.run("login", server.url().toString())).isEqualTo(4);
        assertThat(shell.err()).contains("elsewhere.example.org", "--as NAME");
    }

    @Test
    void login_without_a_token_explains_how_to_get_one() {
        assertThat(shell.typing("").run("login", server.url().toString())).isEqualTo(2);
        assertThat(shell.err()).contains("contains no token", "slipway token new --user NAME");
    }

    @Test
    void login_warns_of_plain_http_to_another_machine() {
        shell.typing("");
        assertThat(shell.run("login", "http://slipway.invalid")).isEqualTo(2);
        assertThat(shell.err()).contains("others on the network can read your token");
    }

    @Test
    void logout_removes_the_token_and_revokes_it_on_request() {
        shell.typing(TOKEN);
        assertThat(shell.run("login", server.url().toString(), "--as", "lab")).isZero();
        server.answering(
                ApiCall.to(CurrentUserRoutes.TOKEN_REVOKE).with(PathParameter.TOKEN, "4tQm1vNc"),
                NoBody.NOTHING);
        assertThat(shell.run("logout", "--revoke")).isZero();
        assertThat(server.requests()).contains("DELETE /api/v1/me/tokens/4tQm1vNc");
        assertThat(shell.out()).contains("the token is revoked");
        assertThat(shell.run("logout")).isEqualTo(4);
        assertThat(shell.err()).contains("You are not signed in to");
        assertThat(shell.run("logout", "local")).isEqualTo(4);
    }

    @Test
    void the_default_context_name_is_the_first_label_of_the_host() {
        assertThat(ServerAddressInput.nameFor(URI.create("https://lab.example.org")))
                .isEqualTo("lab");
        assertThat(ServerAddressInput.nameFor(URI.create("https://10.4.2.1:8470")))
                .isEqualTo("10-4-2-1");
        assertThat(ServerAddressInput.nameFor(URI.create("https://local"))).isEqualTo("server");
        assertThat(ServerAddressInput.nameFor(URI.create("http://[::1]:8470"))).isEqualTo("1");
    }

    @Test
    void open_finds_a_page_by_name_or_path() {
        assertThat(shell.run("open")).isZero();
        assertThat(shell.out()).isEqualTo("http://127.0.0.1:8470/\n");
        assertThat(shell.run("open", "--print", "tokens")).isZero();
        assertThat(shell.out()).isEqualTo("http://127.0.0.1:8470/admin/people/tokens\n");
        assertThat(shell.run("open", "/admin/audit/7")).isZero();
        assertThat(shell.out()).isEqualTo("http://127.0.0.1:8470/admin/audit/7\n");
        assertThat(shell.run("open", "audti")).isEqualTo(3);
        assertThat(shell.err()).contains("Did you mean audit?");
    }

    @Test
    void a_browser_is_started_only_with_a_display() {
        assertThat(OpenCommand.browser("Linux", Map.of())).isEmpty();
        assertThat(OpenCommand.browser("Linux", Map.of("DISPLAY", ":0"))).contains("xdg-open");
        assertThat(OpenCommand.browser("Mac OS X", Map.of())).contains("open");
    }
}
