package slipway.surface.run.commands.slurmimport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.command.CommandEnvironment;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code slipway import slurm}. */
@Command(
        name = "slurm",
        description = "Import teams, quotas and a job trace from Slurm.",
        footer = {
            "",
            "Examples",
            "  slipway import slurm                     runs sinfo, squeue, sacct and sacctmgr on this machine",
            "  slipway import slurm --dry-run           shows the report, writes nothing",
            "  slipway import slurm --from saved        reads saved/sinfo.txt, saved/squeue.txt and so on",
            "  slipway import slurm --days 365 --to year",
            "",
            "It changes nothing in Slurm. The format of each file: slipway help slurm"
        })
final class ImportSlurmCommand implements Runnable {

    private static final ProblemCode NOTHING_READ =
            ProblemCode.of(
                    ProblemKind.OUTSIDE, "slurm-said-nothing", "Nothing could be read from Slurm.");
    private static final ProblemCode NOT_WRITTEN =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "import-not-written",
                    "The imported files could not be written.");
    private static final ProblemCode FILE_EXISTS =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "import-there-already",
                    "An import would overwrite an existing file.");

    private final CommandEnvironment commandEnvironment;

    @Option(
            names = "--from",
            paramLabel = "FOLDER",
            description = "Read saved replies from there, instead of asking Slurm.")
    private Optional<Path> from = Optional.empty();

    @Option(
            names = "--to",
            paramLabel = "FOLDER",
            description = "Folder for the files. Default: slurm-import.")
    private Path to = Path.of("slurm-import");

    @Option(
            names = "--days",
            paramLabel = "NUMBER",
            description = "Days of accounting to read. Default: 90.")
    private int days = 90;

    @Option(names = "--dry-run", description = "Show the report; write nothing.")
    private boolean dryRun;

    @Option(names = "--json", description = "Print the report as JSON.")
    private boolean json;

    ImportSlurmCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        SlurmImport slurmImport = SlurmImport.of(replies());
        Path folder = commandEnvironment.here().resolve(to).normalize();
        if (!dryRun) {
            write(folder, slurmImport.files());
        }
        if (json) {
            commandEnvironment.terminal().json(json(slurmImport).toPrettyString());
        } else {
            say(slurmImport, folder);
        }
    }

    private Map<SlurmQuery, SlurmReply> replies() {
        String path = commandEnvironment.environment().getOrDefault("PATH", "/usr/bin:/bin");
        LocalDate since =
                LocalDate.ofInstant(commandEnvironment.clock().instant(), ZoneOffset.UTC)
                        .minusDays(Math.clamp(days, 1, 36_500));
        var slurmReplies = new SlurmReplies(path, since);
        Map<SlurmQuery, SlurmReply> replies = new EnumMap<>(SlurmQuery.class);
        for (SlurmQuery slurmQuery : SlurmQuery.values()) {
            replies.put(
                    slurmQuery,
                    from.map(
                                    folder ->
                                            SlurmReplies.saved(
                                                    commandEnvironment.here().resolve(folder),
                                                    slurmQuery))
                            .orElseGet(() -> slurmReplies.ask(slurmQuery)));
        }
        if (replies.values().stream().allMatch(SlurmReply.Missing.class::isInstance)) {
            throw noReply(replies);
        }
        return replies;
    }

    private static Problem noReply(Map<SlurmQuery, SlurmReply> replies) {
        String first =
                replies.get(SlurmQuery.SINFO) instanceof SlurmReply.Missing(String why) ? why : "";
        return new Problem(
                NOTHING_READ,
                "Slurm gave no answer.",
                first,
                "Run this where sinfo works, or save the output of the programs: --from FOLDER");
    }

    private static void write(Path folder, Map<String, String> files) {
        List<Path> existing =
                files.keySet().stream().map(folder::resolve).filter(Files::exists).toList();
        if (!existing.isEmpty()) {
            throw new Problem(
                    FILE_EXISTS,
                    existing.getFirst() + " already exists.",
                    "An import overwrites nothing.",
                    "Choose another folder with --to FOLDER, or remove it.");
        }
        try {
            Files.createDirectories(folder);
            for (Map.Entry<String, String> file : files.entrySet()) {
                Files.writeString(folder.resolve(file.getKey()), file.getValue());
            }
        } catch (IOException unwritable) {
            throw new Problem(
                            NOT_WRITTEN,
                            "The import was not written to " + folder + ".",
                            "The operating system reports: " + unwritable + ".",
                            "Choose another folder with --to FOLDER.")
                    .causedBy(unwritable);
        }
    }

    private void say(SlurmImport slurmImport, Path folder) {
        Terminal terminal = commandEnvironment.terminal();
        slurmImport.report().forEach(line -> terminal.say(terminal.plain(line)));
        if (dryRun) {
            terminal.say("Nothing was written: this was a dry run.");
        } else if (slurmImport
                .files()
                .keySet()
                .containsAll(List.of(SlurmImport.TRACE, SlurmImport.CLUSTER))) {
            terminal.say(
                    "Written to %s. Try it: slipway simulate --trace %s --cluster %s"
                            .formatted(
                                    folder,
                                    to.resolve(SlurmImport.TRACE),
                                    to.resolve(SlurmImport.CLUSTER)));
        } else {
            terminal.say("Written to " + folder + ".");
        }
    }

    private static ObjectNode json(SlurmImport slurmImport) {
        ObjectNode whole = JsonNodeFactory.instance.objectNode();
        ObjectNode read = whole.putObject("read");
        slurmImport.read().forEach(read::put);
        ObjectNode made = whole.putObject("made");
        slurmImport.created().forEach(made::put);
        slurmImport.skipped().forEach(whole.putArray("left_out")::add);
        slurmImport.notes().forEach(whole.putArray("notes")::add);
        slurmImport.commands().forEach(whole.putArray("commands")::add);
        return whole;
    }
}
