package slipway.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import slipway.cli.help.CompletionCommand;
import slipway.cli.help.HelpCommand;
import slipway.surface.audit.commands.AuditCommands;
import slipway.surface.audit.commands.EventsCommand;
import slipway.surface.audit.commands.NoteCommand;
import slipway.surface.people.commands.PeopleCommands;
import slipway.surface.people.commands.context.ContextCommands;
import slipway.surface.people.commands.context.LoginCommand;
import slipway.surface.people.commands.context.LogoutCommand;
import slipway.surface.people.commands.context.OpenCommand;
import slipway.surface.people.commands.context.WhoamiCommand;
import slipway.surface.plan.commands.PlanCommands;
import slipway.surface.plan.commands.simulate.SimulateCommand;
import slipway.surface.run.commands.RunCommands;
import slipway.surface.run.commands.slurmimport.ImportCommands;
import slipway.surface.system.commands.OperationCommands;
import slipway.surface.system.commands.ReaderCommands;
import slipway.surface.system.commands.WebhookCommands;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.CommandErrors;
import slipway.surface.terminal.command.CommandGroup;

/**
 * The command line: its commands by name, each constructed only if it is called.
 *
 * <pre>{@code
 * Cli.of(shell).with("up", () -> new UpCommand(...).line()).run(arguments);
 * }</pre>
 */
public final class Cli {

    private final CommandEnvironment commandEnvironment;
    private final Map<String, Supplier<CommandLine>> commands = new LinkedHashMap<>();
    private final Map<String, List<Consumer<CommandLine>>> additions = new LinkedHashMap<>();

    private Cli(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    /** With every command that calls a server. */
    public static Cli of(CommandEnvironment commandEnvironment) {
        var cli = new Cli(commandEnvironment);
        RunCommands.of(commandEnvironment).forEach(cli::with);
        return cli.with(
                        "help",
                        () -> new CommandLine(new HelpCommand(commandEnvironment, cli::root)))
                .with(
                        "completion",
                        () -> new CommandLine(new CompletionCommand(commandEnvironment, cli::root)))
                .with("rehearse", () -> new CommandLine(new AotClientCommand(commandEnvironment)))
                .with("login", () -> new CommandLine(new LoginCommand(commandEnvironment)))
                .with("logout", () -> new CommandLine(new LogoutCommand(commandEnvironment)))
                .with("whoami", () -> new CommandLine(new WhoamiCommand(commandEnvironment)))
                .with("context", () -> ContextCommands.line(commandEnvironment))
                .with("open", () -> new CommandLine(new OpenCommand(commandEnvironment)))
                .with("team", () -> PeopleCommands.team(commandEnvironment))
                .with("user", () -> PeopleCommands.user(commandEnvironment))
                .with("token", () -> PeopleCommands.token(commandEnvironment))
                .with("secret", () -> PeopleCommands.secret(commandEnvironment))
                .with("account", () -> PeopleCommands.account(commandEnvironment))
                .with("events", () -> new CommandLine(new EventsCommand(commandEnvironment)))
                .with("note", () -> new CommandLine(new NoteCommand(commandEnvironment)))
                .with("audit", () -> AuditCommands.line(commandEnvironment))
                .with("operations", () -> OperationCommands.line(commandEnvironment))
                .with("readers", () -> ReaderCommands.line(commandEnvironment))
                .with("webhooks", () -> WebhookCommands.line(commandEnvironment))
                .with("plan", () -> PlanCommands.line(commandEnvironment))
                .with("simulate", () -> new CommandLine(new SimulateCommand(commandEnvironment)))
                .with("import", () -> ImportCommands.line(commandEnvironment));
    }

    /** Adds a command. */
    public Cli with(String name, Supplier<CommandLine> command) {
        commands.put(name, command);
        return this;
    }

    /** Adds subcommands to an existing command: {@code slipway audit verify}. */
    public Cli within(String name, Consumer<CommandLine> addition) {
        additions.computeIfAbsent(name, _ -> new ArrayList<>()).add(addition);
        return this;
    }

    /** Runs a command and returns the exit code. */
    public int run(String... arguments) {
        return line(arguments).execute(arguments);
    }

    /** The root with every command, for help and completion. */
    public CommandLine root() {
        return line();
    }

    /** The root with the called command only; with all commands if the arguments name none. */
    CommandLine line(String... arguments) {
        var root = CommandGroup.of("slipway", "Deep-learning infrastructure on your own GPUs.");
        Optional<String> called = called(arguments);
        commands.forEach(
                (name, command) -> {
                    if (called.isEmpty() || called.get().equals(name)) {
                        add(root, name, command.get());
                    }
                });
        root.getCommandSpec()
                .version("Slipway " + commandEnvironment.version())
                .addOption(versionOption())
                .addOption(helpOption());
        var commandErrors = new CommandErrors(commandEnvironment.terminal());
        shortenSynopsis(root);
        FirstPage.of(root);
        return root.setExecutionExceptionHandler(commandErrors)
                .setParameterExceptionHandler(commandErrors)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionStrategy(this::execute)
                .setUsageHelpWidth(helpWidth(commandEnvironment.terminal().capabilities().width()))
                .setColorScheme(Help.defaultColorScheme(ansi()))
                .setOut(commandEnvironment.terminal().out())
                .setErr(commandEnvironment.terminal().err());
    }

    /** Picocli needs at least 55 columns. For less it gets a width without line breaks, and the terminal wraps. */
    private static int helpWidth(int terminal) {
        return terminal < 55 ? 200 : Math.min(terminal, 100);
    }

    /** Prints help through the terminal, so that its lines wrap like all other output. */
    private int execute(ParseResult parsed) {
        CommandLine called = parsed.asCommandLineList().getLast();
        if (!called.isUsageHelpRequested()) {
            return new CommandLine.RunLast().execute(parsed);
        }
        commandEnvironment
                .terminal()
                .say(called.getUsageMessage(called.getColorScheme()).stripTrailing());
        return 0;
    }

    private Help.Ansi ansi() {
        return commandEnvironment.terminal().capabilities().color() ? Help.Ansi.ON : Help.Ansi.OFF;
    }

    private Optional<String> called(String... arguments) {
        return Arrays.stream(arguments).findFirst().filter(commands::containsKey);
    }

    private void add(CommandLine root, String name, CommandLine command) {
        additions.getOrDefault(name, List.of()).forEach(addition -> addition.accept(command));
        root.addSubcommand(name, command);
    }

    /** Shortens the synopsis to "[OPTIONS]", and lists options in the order of their declaration. */
    private static void shortenSynopsis(CommandLine line) {
        line.getCommandSpec().usageMessage().abbreviateSynopsis(true).sortOptions(false);
        line.getSubcommands().values().forEach(Cli::shortenSynopsis);
    }

    private static OptionSpec versionOption() {
        return OptionSpec.builder("--version")
                .versionHelp(true)
                .description("Print the version.")
                .build();
    }

    /** Every command inherits it. */
    private static OptionSpec helpOption() {
        return OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .scopeType(ScopeType.INHERIT)
                .order(2_000)
                .description("Print this help.")
                .build();
    }
}
