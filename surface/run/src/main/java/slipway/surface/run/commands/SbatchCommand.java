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
        description = "Submits a script that was written for Slurm, as it is.",
        footer = {
            "",
            "Examples",
            "  slipway sbatch train.sh",
            "  slipway sbatch train.sh --lr 3e-4        what follows the script is the script's own",
            "  slipway sbatch --gpus 4 train.sh         a flag before it wins over its #SBATCH lines",
            "  slipway sbatch --dry-run train.sh        what becomes of each line, and when it would start",
            "",
            "It runs in the folder you are in, and finds SLURM_JOB_ID and the like. Every #SBATCH line is",
            "told: mapped to a key, ignored and why, or refused and what to do instead: slipway help slurm"
        })
final class SbatchCommand extends SubmittingCommand {

    private static final ProblemCode NO_SCRIPT =
            ProblemCode.of(
                    ProblemKind.INVALID, "no-script", "What was given to sbatch is not a script.");

    @Parameters(
            index = "0",
            paramLabel = "SCRIPT",
            description = "Its first line begins with #!; lines with #SBATCH say what it needs.")
    private Path script = Path.of("");

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "ARGUMENT",
            description = "What the script is given.")
    private List<String> arguments = List.of();

    private List<DirectiveRemark> remarks = List.of();

    SbatchCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    /** As with sbatch, everything behind the script is for the script. */
    static CommandLine line(CommandEnvironment commandEnvironment) {
        return new CommandLine(new SbatchCommand(commandEnvironment)).setStopAtPositional(true);
    }

    @Override
    WorkloadSpec spec(SpecOverrides over) {
        Path file = shell().here().resolve(script).normalize();
        String name = String.valueOf(file.getFileName());
        String text = text(file, name);
        SbatchScript read = called(text, name, over);
        remarks = read.remarks();
        if (!asJson()) {
            DirectiveText.tell(terminal(), remarks);
        }
        return called(text, name, exported(read.spec(), over)).spec();
    }

    private SbatchScript called(String text, String name, SpecOverrides over) {
        var called = new SbatchScript.Invocation(shell().here(), arguments);
        return SbatchScript.parseInvocation(text, name, over, called);
    }

    /** A variable that a directive only names has the value it has here, as sbatch would take it along. */
    private SpecOverrides exported(WorkloadSpec spec, SpecOverrides over) {
        SpecOverrides specOverrides = over;
        for (String name : spec.program().unset()) {
            Optional<String> here = Optional.ofNullable(shell().environment().get(name));
            if (here.isPresent()) {
                specOverrides = specOverrides.env("--export", name + "=" + here.get());
            }
        }
        return specOverrides;
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
                    "Write #!/bin/sh into its first line; a spec is submitted by slipway submit "
                            + name);
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
