package slipway.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.URI;
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
import slipway.base.Problem;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.signon.OidcProvider;

class SignOnConfigTest {

    private static final String FROM_VARIABLE = "environment SLIPWAY_SIGN_ON_CLIENT_ID";
    private static final String MINIMAL =
            """
            sign_on:
              issuer: https://login.example.org
              client_id: slipway
              redirect: https://slipway.example.org/login/sso/back
              groups: |
                ml-research = language:member
                platform = all:admin
            """;

    @TempDir private Path home;
    private Path data = Path.of("");

    @BeforeEach
    void makeDataFolder() throws IOException {
        data = Files.createDirectories(home.resolve(".slipway"));
    }

    @Test
    void single_sign_on_is_off_by_default() {
        assertEquals(Optional.empty(), read(Map.of()).signOn());
    }

    @Test
    void four_keys_are_enough() throws IOException {
        write(MINIMAL);
        SignOnSettings settings = read(Map.of()).signOn().orElseThrow();
        assertEquals(
                OidcProvider.of(
                        "https://login.example.org",
                        "slipway",
                        URI.create("https://slipway.example.org/login/sso/back")),
                settings.provider());
        assertEquals(settings.provider(), settings.providerWithSecret());
        assertEquals(
                Map.of(new TeamId("language"), Role.MEMBER, TeamId.ALL, Role.ADMIN),
                settings.groups().roles(java.util.Set.of("ml-research", "platform")));
    }

    @Test
    void every_key_can_be_set_by_file_and_by_variable() throws IOException {
        write(
                MINIMAL
                        + """
                          groups_claim: realm_access.roles
                          name_claim: email
                          scopes: openid groups
                          other_hosts: oauth2.example.org keys.example.org:8443
                          clock_skew: 2m
                          renew_within: 7d
                        """);
        SignOnSettings settings =
                read(Map.of("SLIPWAY_SIGN_ON_CLIENT_ID", "other")).signOn().orElseThrow();
        OidcProvider oidcProvider = settings.provider();
        assertEquals(Duration.ofDays(7), settings.renewWithin());
        assertEquals("other", oidcProvider.clientId());
        assertEquals("realm_access.roles", oidcProvider.claimNames().groups());
        assertEquals("email", oidcProvider.claimNames().user());
        assertEquals(List.of("openid", "groups"), oidcProvider.scopes());
        assertThat(oidcProvider.otherHosts())
                .containsExactly("keys.example.org:8443", "oauth2.example.org");
        assertEquals(Duration.ofMinutes(2), oidcProvider.skew());
    }

    @Test
    void an_incomplete_configuration_lists_the_missing_keys() {
        assertEquals(
                List.of(
                        FROM_VARIABLE
                                + "  sign_on.issuer: missing, but needed for single sign-on."
                                + " Write the address of an OpenID provider, for example"
                                + " https://login.example.org/realms/lab.",
                        FROM_VARIABLE
                                + "  sign_on.redirect: missing, but needed for single sign-on."
                                + " Write an address of this server, for example"
                                + " https://slipway.example.org/login/sso/back.",
                        FROM_VARIABLE
                                + "  sign_on.groups: missing, but needed for single sign-on."
                                + " Write lines of group = team:role, for example ml-research = language:member."),
                mistakes(Map.of("SLIPWAY_SIGN_ON_CLIENT_ID", "slipway")));
    }

    @Test
    void all_mistakes_are_listed_at_once_and_none_twice() throws IOException {
        write(
                """
                sign_on:
                  issuer: http://login.example.org
                  client_id: slipway
                  redirect: /return
                  groups: |
                    ml = language:membr
                    vision
                  clock_skew: 1h
                  other_hosts: https://oauth2.example.org
                  renew_within: 1m
                """);
        assertEquals(
                List.of(
                        "slipway.yaml line 2  sign_on.issuer: an address begins with https://;"
                                + " http:// is for this machine only (localhost).",
                        "slipway.yaml line 4  sign_on.redirect: not an address such as"
                                + " https://slipway.example.org/login/sso/back.",
                        "slipway.yaml line 5  sign_on.groups: Line 1: \"membr\" is not a role"
                                + " (viewer, member, lead, admin). Did you mean member?"
                                + " Line 2: \"vision\" is not of the form group = team:role.",
                        "slipway.yaml line 8  sign_on.clock_skew: the tolerated difference is at most 10 min.",
                        "slipway.yaml line 9  sign_on.other_hosts: \"https://oauth2.example.org\""
                                + " is not hosts separated by spaces.",
                        "slipway.yaml line 10  sign_on.renew_within: 1 min is not from 5 min to 90 d."),
                mistakes(Map.of()));
    }

    @Test
    void the_secret_is_the_first_line_of_a_file_and_is_shown_nowhere() throws IOException {
        write(MINIMAL + "  client_secret_file: secret\n");
        assertEquals(
                List.of(
                        "slipway.yaml line 8  sign_on.client_secret_file: there is no readable file %s."
                                .formatted(data.resolve("secret"))),
                mistakes(Map.of()));
        Files.writeString(data.resolve("secret"), "hunter2\nsecond line\n");
        Config config = read(Map.of());
        SignOnSettings settings = config.signOn().orElseThrow();
        assertEquals(Optional.of(data.resolve("secret")), settings.clientSecretFile());
        assertThat(settings.providerWithSecret().clientSecret()).isPresent();
        assertThat(settings.providerWithSecret() + config.rows().toString())
                .doesNotContain("hunter2");
        Files.writeString(data.resolve("secret"), "\n");
        Problem empty = assertThrows(Problem.class, settings::providerWithSecret);
        assertEquals("no-client-secret", empty.code().name());
        assertEquals("Its first line is empty.", empty.why());
    }

    private List<String> mistakes(Map<String, String> environment) {
        return assertThrows(Problem.class, () -> read(environment)).mistakes().stream()
                .map(Mistake::toString)
                .toList();
    }

    private Config read(Map<String, String> environment) {
        return Config.read(Map.of(), new ProcessEnvironment(environment, home, home));
    }

    private void write(String yaml) throws IOException {
        Files.writeString(data.resolve("slipway.yaml"), yaml);
    }
}
