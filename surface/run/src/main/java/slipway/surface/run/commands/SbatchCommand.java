package slipway.surface.run.commands;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.spec.Document;
import slipway.spec.DocumentLimits;
import slipway.spec.sbatch.DirectiveRemark;
import slipway.spec.sbatch.SbatchScript;
import slipway.spec.workload.SpecOverrides;
import slipway.spec.workload.WorkloadSpec;
import slipway.surface.terminal.command.CommandEnvironment;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code slipway sbatch}. */
@Command(
        name = "sbatch",
        description = "Submit a Slurm script unchanged.",
        footer = {
            "",
            "Examples",
            "  slipway sbatch train.sh",
            "  slipway sbatch train.sh --lr 3e-4        arguments of the script follow its name",
            "  slipway sbatch --gpus 4 train.sh         flags before the script win over its #SBATCH lines",
            "  slipway sbatch --dry-run train.sh        the outcome of each #SBATCH line, and the expected start",
            "",
            "The script runs in the current folder, with variables such as SLURM_JOB_ID. Every #SBATCH line is",
            "reported as mapped to a key, ignored with the reason, or refused with an alternative: slipway help slurm"
        })
final class SbatchCommand extends SubmittingCommand {

    private static final ProblemCode NO_SCRIPT =
            ProblemCode.of(
                    ProblemKind.INVALID, "no-script", "The file given to sbatch is not a script.");

    @Parameters(
            index = "0",
            paramLabel = "SCRIPT",
            description = "A file that begins with #! and has #SBATCH lines.")
    private Path script = Path.of("");

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "ARGUMENT",
            description = "Arguments of the script.")
    private List<String> arguments = List.of();

    private List<DirectiveRemark> remarks = List.of();

    SbatchCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    /** Passes everything after the script to the script, as sbatch does. */
    static CommandLine line(CommandEnvironment commandEnvironment) {
        return new CommandLine(new SbatchCommand(commandEnvironment)).setStopAtPositional(true);
    }

    @Override
    WorkloadSpec spec(SpecOverrides overrides) {
        Path file = shell().here().resolve(script).normalize();
        String name = String.valueOf(file.getFileName());
        String text = text(file, name);
        SbatchScript read = parse(text, name, overrides);
        remarks = read.remarks();
        if (!asJson()) {
            DirectiveText.print(terminal(), remarks);
        }
        return parse(text, name, exported(read.spec(), overrides)).spec();
    }

    private SbatchScript parse(String text, String name, SpecOverrides overrides) {
        var invocation = new SbatchScript.Invocation(shell().here(), arguments);
        return SbatchScript.parseInvocation(text, name, overrides, invocation);
    }

    /** Gives each variable that {@code --export} only names its value from this environment, as sbatch does. */
    private SpecOverrides exported(WorkloadSpec spec, SpecOverrides overrides) {
        SpecOverrides exported = overrides;
        for (String name : spec.execution().program().unset()) {
            Optional<String> value = Optional.ofNullable(shell().environment().get(name));
            if (value.isPresent()) {
                exported = exported.env("--export", name + "=" + value.get());
            }
        }
        return exported;
    }

    private static String text(Path file, String name) {
        byte[] bytes = Document.bytes(file, DocumentLimits.DEFAULT);
        var text = new String(bytes, StandardCharsets.UTF_8);
        if (bytes.length > DocumentLimits.DEFAULT.bytes()
                || text.indexOf('\ufffd') >= 0
                || !text.startsWith("#!")) {
            throw new Problem(
                    NO_SCRIPT,
                    name + " is not a script.",
                    "Its first line does not begin with #!, or it is not text, or it is too long.",
                    "Put #!/bin/sh in its first line. To submit a spec: slipway submit " + name);
        }
        return text;
    }

    @Override
    void json(String name, JsonNode answer) {
        ObjectNode whole = JsonNodeFactory.instance.objectNode();
        ArrayNode lines = whole.putArray("directives");
        remarks.forEach(
                it ->
                        lines.addObject()
                                .put("line", it.location().line())
                                .put("directive", it.directive())
                                .put("fate", it.outcome().word())
                                .put("text", it.text()));
        whole.set(name, answer);
        super.json(name, whole);
    }
}
