package slipway.server.commands;

import java.io.Reader;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import slipway.base.ProblemCode;
import slipway.cli.Cli;
import slipway.cli.help.CliReference;
import slipway.schedule.config.ClusterSharing;
import slipway.server.config.Setting;
import slipway.server.config.Settings;
import slipway.spec.MarkdownReference;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.TerminalCapabilities;
import slipway.surface.terminal.command.CommandEnvironment;

/** The pages of docs/reference that are written by the product itself, by file name. */
final class ReferencePages {

    static final String FOLDER = "docs/reference";

    private static final String MADE = "<!-- Made by ./slipway reference; do not edit. -->\n";

    private static final String SINGLE_SIGN_ON =
            """

            ## Single sign-on

            People sign in with an OpenID provider (Keycloak, Entra ID, Okta, Google, GitLab, Dex) when issuer,
            client id, redirect and groups are set. Register the redirect address there, for the authorisation code
            flow; PKCE is always used.

            ```yaml
            sign_on:
              issuer: https://login.example.org/realms/lab
              client_id: slipway
              client_secret_file: /etc/slipway/client-secret    # unless it is a public client
              redirect: https://slipway.example.org/login/sso/back
              groups: |
                ml-research = language:member
                ml-leads = language:lead
                platform = all:admin
            ```

            Roles that come from groups are given anew at each sign-in. The groups must stand in the ID token. If the
            provider's endpoints are on other hosts than the issuer, list those in `sign_on.other_hosts`; no other
            host is ever asked.
            """;

    private static final String PRICES =
            """

            ## Prices, and how the cluster is shared

            The blocks `prices`, `schedule` and `teams` stand in the file alone; they have no variable and no flag. What
            stands in the last two: [sharing](sharing.md).

            ```yaml
            prices:
              currency: EUR
              cpu: 0.04                   # one processor for an hour, where no accelerator is used
              accelerators:
                H100: 2.40                # one for an hour; a family's name stands for all of it
                A100: 1.30
            teams:
              vision: {quota: {H100: {guarantee: 8, limit: 16}}}
              language: {weight: 2}
            ```

            What has no price has no cost: nothing is invented, and the page of a workload says which price is missing.
            """;

    private ReferencePages() {}

    static Map<String, String> all() {
        var pages = new TreeMap<String, String>();
        pages.put("configuration.md", configuration());
        pages.put(
                "slipway.schema.json",
                Settings.SHAPE.schema("slipway.yaml").toPrettyString() + "\n");
        pages.put("sharing.md", sharing());
        pages.put(
                "sharing.schema.json",
                ClusterSharing.SHAPE.schema("How a cluster is shared").toPrettyString() + "\n");
        pages.put("workload.md", MADE + WorkloadReference.page());
        pages.put("workload.schema.json", WorkloadReference.schema());
        pages.put("problems.md", problems(ProblemCodeList.onClassPath()));
        pages.put("api.md", MADE + ApiReference.api());
        pages.put("cli.md", MADE + commandLine());
        pages.put("permissions.md", MADE + ApiReference.permissions());
        return pages;
    }

    private static String commandLine() {
        var nobody =
                new Terminal(
                        new TerminalCapabilities(
                                TerminalCapabilities.UNLIMITED, false, false, false, false, true),
                        Writer.nullWriter(),
                        Writer.nullWriter(),
                        Reader.nullReader());
        Path anywhere = Path.of("");
        var commandEnvironment =
                new CommandEnvironment(
                        "",
                        nobody,
                        Map.of(),
                        anywhere,
                        anywhere,
                        () -> Instant.EPOCH,
                        () -> ZoneOffset.UTC);
        Cli cli =
                LocalCommands.addTo(
                        Cli.of(commandEnvironment),
                        commandEnvironment,
                        new ServerProcess(Instant.EPOCH, _ -> {}));
        return CliReference.page(
                cli.whole(),
                Settings.named().stream().map(Setting::flag).collect(Collectors.toSet()));
    }

    private static String configuration() {
        return MADE
                + """
                # Configuration

                Slipway needs no configuration to begin. What you set comes from four sources; each wins over
                those before it:

                1. the defaults below
                2. `slipway.yaml` in the data folder, or the file named by `--config FILE` or `SLIPWAY_CONFIG`
                3. environment variables; an empty one counts as not set
                4. flags

                `slipway config show` says what holds and where it comes from, `slipway config check` lists every
                mistake with its file and line, variable or flag. Paths in the file are relative to the file, others
                to the folder you are in; `~` is your home folder. An editor that knows JSON Schema completes and
                checks the file with [slipway.schema.json](slipway.schema.json).

                ```yaml
                port: 9000
                database:
                  url: jdbc:postgresql://db.example.org/slipway
                  user: slipway
                  password_file: /etc/slipway/database-password
                ```

                ## Settings

                """
                + MarkdownReference.table(Settings.SHAPE)
                + PRICES
                + SINGLE_SIGN_ON
                + "\n## Variables and flags\n\n| Key | Variable | Flag |\n|---|---|---|\n"
                + Settings.named().stream()
                        .map(ReferencePages::names)
                        .collect(Collectors.joining());
    }

    private static String sharing() {
        return MADE
                + """
                # How a cluster is shared

                The blocks `schedule:` and `teams:` of `slipway.yaml`, or of a cluster's file for `slipway simulate`.
                Every key may be left out. What the scheduler makes of them: [scheduling](../scheduling.md). An editor
                that knows JSON Schema completes and checks them with [sharing.schema.json](sharing.schema.json).

                A running server reads them at its start; a change needs a restart. Which teams there are, and which
                stands below which, is what `slipway team` says: `parent` need not be written there, and counts only
                in a simulation. A team that is not written here has nothing guaranteed and no limit. One that is
                written here and does not exist is told at the start and on the page of settings, and counts from the
                moment it is founded. The name of a family such as `A100` means the type of it that the nodes have;
                on a machine without accelerators the type is `cpu`, and counts the slots that a workload asks for
                with `--gpus`.

                ## schedule

                """
                + MarkdownReference.table(ClusterSharing.SCHEDULE_SHAPE)
                + """

                ## teams

                Under each team's name:

                """
                + MarkdownReference.table(ClusterSharing.TEAM_SHAPE)
                + """

                In `quota`, under each type of accelerator, or `any` for all types together; a number alone is the
                guarantee:

                """
                + MarkdownReference.table(ClusterSharing.QUOTA_SHAPE);
    }

    private static String names(Setting setting) {
        return "| `%s` | `%s` | `%s` |\n"
                .formatted(setting.path(), setting.variable(), setting.flag());
    }

    private static String problems(List<ProblemCode> codes) {
        return MADE
                + """
                # Problems

                Every problem has a code that never changes its meaning, so a script can rely on it. The API gives
                it as `code` with the HTTP status; the command line ends with the exit code.

                | Code | Status | Exit code | What it means |
                |---|---|---|---|
                """
                + codes.stream().map(ReferencePages::row).collect(Collectors.joining());
    }

    private static String row(ProblemCode problemCode) {
        return "| `%s` | %d | %d | %s |\n"
                .formatted(
                        problemCode.name(),
                        problemCode.status(),
                        problemCode.kind().exitCode(),
                        problemCode.meaning().replace("|", "\\|"));
    }
}
