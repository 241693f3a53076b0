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
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.CommandErrors;
import slipway.surface.terminal.command.CommandGroup;

/**
 * The command line: its commands by their words, each made only when it is asked for.
 *
 * <pre>{@code
 * Cli.of(shell).with("up", () -> new UpCommand(...).line()).run(words);
 * }</pre>
 */
public final class Cli {

    private final CommandEnvironment commandEnvironment;
    private final Map<String, Supplier<CommandLine>> commands = new LinkedHashMap<>();
    private final Map<String, List<Consumer<CommandLine>>> additions = new LinkedHashMap<>();

    private Cli(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    /** With every command that asks a server. */
    public static Cli of(CommandEnvironment commandEnvironment) {
        var cli = new Cli(commandEnvironment);
        RunCommands.of(commandEnvironment).forEach(cli::with);
        return cli.with(
                        "help",
                        () -> new CommandLine(new HelpCommand(commandEnvironment, cli::whole)))
                .with(
                        "completion",
                        () ->
                                new CommandLine(
                                        new CompletionCommand(commandEnvironment, cli::whole)))
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
                .with("plan", () -> PlanCommands.line(commandEnvironment))
                .with("simulate", () -> new CommandLine(new SimulateCommand(commandEnvironment)))
                .with("import", () -> ImportCommands.line(commandEnvironment));
    }

    /** Adds a command. */
    public Cli with(String name, Supplier<CommandLine> made) {
        commands.put(name, made);
        return this;
    }

    /** Adds words to a command that is there: {@code slipway audit verify}. */
    public Cli within(String name, Consumer<CommandLine> addition) {
        additions.computeIfAbsent(name, _ -> new ArrayList<>()).add(addition);
        return this;
    }

    /** Does what the words say, and returns the exit code. */
    public int run(String... words) {
        return line(words).execute(words);
    }

    /** The root with every command, for what describes them. */
    public CommandLine whole() {
        return line();
    }

    /** The root with the command that these words begin with; with all of them where they name none. */
    CommandLine line(String... words) {
        var root = CommandGroup.of("slipway", "Deep-learning infrastructure on your own GPUs.");
        Optional<String> asked = asked(words);
        commands.forEach(
                (name, made) -> {
                    if (asked.isEmpty() || asked.get().equals(name)) {
                        add(root, name, made.get());
                    }
                });
        root.getCommandSpec()
                .version("Slipway " + commandEnvironment.version())
                .addOption(versionOption())
                .addOption(helpOption());
        var commandErrors = new CommandErrors(commandEnvironment.terminal());
        quiet(root);
        FirstPage.of(root);
        return root.setExecutionExceptionHandler(commandErrors)
                .setParameterExceptionHandler(commandErrors)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionStrategy(this::execute)
                .setUsageHelpWidth(helpWidth(commandEnvironment.terminal().capabilities().width()))
                .setColorScheme(Help.defaultColorScheme(colours()))
                .setOut(commandEnvironment.terminal().out())
                .setErr(commandEnvironment.terminal().err());
    }

    /** Below 55 columns picocli gives up; then lines are broken afterwards, so it shall break none. */
    private static int helpWidth(int terminal) {
        return terminal < 55 ? 200 : Math.min(terminal, 100);
    }

    /** Help breaks its lines as everything else does. */
    private int execute(ParseResult parsed) {
        CommandLine asked = parsed.asCommandLineList().getLast();
        if (!asked.isUsageHelpRequested()) {
            return new CommandLine.RunLast().execute(parsed);
        }
        commandEnvironment
                .terminal()
                .say(asked.getUsageMessage(asked.getColorScheme()).stripTrailing());
        return 0;
    }

    private Help.Ansi colours() {
        return commandEnvironment.terminal().capabilities().color() ? Help.Ansi.ON : Help.Ansi.OFF;
    }

    private Optional<String> asked(String... words) {
        return Arrays.stream(words).findFirst().filter(commands::containsKey);
    }

    private void add(CommandLine root, String name, CommandLine command) {
        additions.getOrDefault(name, List.of()).forEach(addition -> addition.accept(command));
        root.addSubcommand(name, command);
    }

    /** Help says "[OPTIONS]" rather than every option twice, and lists them in the order in which they are declared. */
    private static void quiet(CommandLine line) {
        line.getCommandSpec().usageMessage().abbreviateSynopsis(true).sortOptions(false);
        line.getSubcommands().values().forEach(Cli::quiet);
    }

    private static OptionSpec versionOption() {
        return OptionSpec.builder("--version")
                .versionHelp(true)
                .description("Which Slipway this is.")
                .build();
    }

    /** Every command has it. */
    private static OptionSpec helpOption() {
        return OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .scopeType(ScopeType.INHERIT)
                .order(2_000)
                .description("This page.")
                .build();
    }
}
