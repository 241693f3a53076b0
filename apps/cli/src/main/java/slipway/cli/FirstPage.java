package slipway.cli;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The page of {@code slipway --help}: the commands in sections. */
final class FirstPage {

    private record Section(String title, List<String> commands) {}

    private static final List<Section> SECTIONS =
            List.of(
                    new Section(
                            "Start", List.of("up", "login", "whoami", "open", "context", "logout")),
                    new Section(
                            "Run",
                            List.of("run", "submit", "sbatch", "ps", "logs", "explain", "cancel")),
                    new Section("Workspaces", List.of("workspace", "extend")),
                    new Section("Nodes", List.of("nodes", "drain", "return")),
                    new Section("Plan", List.of("plan", "simulate", "import")),
                    new Section("People", List.of("team", "user", "account", "token", "secret")),
                    new Section("Events", List.of("events", "note", "audit", "webhooks")),
                    new Section(
                            "Administration",
                            List.of(
                                    "doctor",
                                    "config",
                                    "operations",
                                    "readers",
                                    "backup",
                                    "restore",
                                    "check")),
                    new Section("Help", List.of("help", "completion")));

    private FirstPage() {}

    static void of(CommandLine root) {
        root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, _ -> "");
        root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, FirstPage::list);
        root.getCommandSpec()
                .usageMessage()
                .footer(
                        "",
                        "Help of a command, with examples: slipway COMMAND --help. Help topics: slipway help");
    }

    private static String list(Help help) {
        Map<String, Help> commands = help.subcommands();
        int longest = commands.keySet().stream().mapToInt(String::length).max().orElse(0);
        List<String> placed = SECTIONS.stream().flatMap(it -> it.commands().stream()).toList();
        List<String> rest = commands.keySet().stream().filter(it -> !placed.contains(it)).toList();
        return Stream.concat(SECTIONS.stream(), Stream.of(new Section("More", rest)))
                .map(section -> section(section, commands, longest))
                .collect(Collectors.joining());
    }

    private static String section(Section section, Map<String, Help> commands, int longest) {
        String lines =
                section.commands().stream()
                        .flatMap(name -> Stream.ofNullable(commands.get(name)))
                        .map(Help::commandSpec)
                        .filter(command -> !command.usageMessage().hidden())
                        .map(
                                command ->
                                        "  %s%s  %s\n"
                                                .formatted(
                                                        command.name(),
                                                        " "
                                                                .repeat(
                                                                        longest
                                                                                - command.name()
                                                                                        .length()),
                                                        String.join(
                                                                " ",
                                                                command.usageMessage()
                                                                        .description())))
                        .collect(Collectors.joining());
        return lines.isEmpty() ? "" : "\n" + section.title() + "\n" + lines;
    }
}
