package slipway.spec.sbatch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import slipway.base.Mistake;
import slipway.base.NameSyntax;
import slipway.base.SourceLocation;
import slipway.base.text.UntrustedText;
import slipway.spec.DocumentNode;
import slipway.spec.Notation;
import slipway.spec.SpecKey;
import slipway.spec.sbatch.DirectiveRemark.Outcome;
import slipway.spec.sbatch.SbatchDirectives.Directive;
import slipway.spec.workload.CheckpointBlock;
import slipway.spec.workload.QuickRun;
import slipway.spec.workload.SlurmBlock;
import slipway.spec.workload.SlurmVariables;
import slipway.spec.workload.WorkloadKeys;

/** Translates directives into keys. Values in the notation of the spec keep their line and are validated there. */
final class SlurmTranslation {

    private static final Pattern SIGNAL =
            Pattern.compile("([RB]{1,2}:)?(?:SIG)?(?<name>[A-Za-z0-9]+)(@(?<seconds>[0-9]{1,5}))?");
    private static final List<String> PRIORITIES = List.of("low", "normal", "high", "critical");

    private final SbatchDirectives sbatchDirectives;
    private final Optional<Path> submitDirectory;
    private final SlurmReport report = new SlurmReport();
    private DocumentNode.Block block = DocumentNode.empty(SourceLocation.of("script"));

    /**
     * @param submitDirectory working directory of the submitter; empty when it does not matter
     */
    SlurmTranslation(SbatchDirectives sbatchDirectives, Optional<Path> submitDirectory) {
        this.sbatchDirectives = sbatchDirectives;
        this.submitDirectory = submitDirectory;
    }

    List<Mistake> mistakes() {
        return Stream.concat(sbatchDirectives.mistakes().stream(), report.mistakes().stream())
                .toList();
    }

    /** In the order of the lines. */
    List<DirectiveRemark> remarks(List<Mistake> wrong) {
        return report.remarks(sbatchDirectives, wrong);
    }

    DocumentNode.Block block() {
        sbatchDirectives.find("--job-name").ifPresent(this::jobName);
        sbatchDirectives.find("--account").ifPresent(this::account);
        sbatchDirectives.find("--chdir").ifPresent(this::chdir);
        sbatchDirectives.find("--time").ifPresent(this::time);
        sbatchDirectives.find("--array").ifPresent(this::array);
        sbatchDirectives.find("--dependency").ifPresent(this::dependency);
        sbatchDirectives.find("--nice").ifPresent(this::nice);
        sbatchDirectives.find("--qos").ifPresent(this::qos);
        sbatchDirectives.find("--export").ifPresent(this::export);
        sbatchDirectives.find("--constraint").ifPresent(this::constraint);
        sbatchDirectives.find("--signal").ifPresent(this::signal);
        var resources = new SlurmResources(sbatchDirectives, report);
        resources.entries().forEach(this::merge);
        submitDirectory.ifPresent(here -> merge(variables(here, resources)));
        sbatchDirectives.all().forEach(this::rejectIfUnsupported);
        return block;
    }

    /** The values of the variables that Slurm would set. */
    private static DocumentNode.Block variables(Path here, SlurmResources resources) {
        SourceLocation sourceLocation = SourceLocation.of("script");
        var variables =
                new SlurmVariables(
                        here.toString(), resources.tasksPerNode(), resources.cpusPerTask());
        return SlurmBlock.node(sourceLocation, variables);
    }

    private void rejectIfUnsupported(Directive directive) {
        SlurmOptions.find(directive.option())
                .filter(option -> option.outcome() == Outcome.REFUSED)
                .ifPresent(option -> report.reject(directive, option.why()));
    }

    private void chdir(Directive directive) {
        String written = directive.value();
        put(
                directive,
                WorkloadKeys.WORKDIR,
                submitDirectory
                        .map(here -> here.resolve(written).normalize().toString())
                        .orElse(written));
    }

    private void jobName(Directive directive) {
        Optional<String> name =
                NameSyntax.matches(directive.value())
                        ? Optional.of(directive.value())
                        : QuickRun.nameFrom(directive.value() + ".");
        name.ifPresent(made -> put(directive, WorkloadKeys.NAME, made));
    }

    private void account(Directive directive) {
        put(directive, WorkloadKeys.TEAM, directive.value());
    }

    private void time(Directive directive) {
        if (Stream.of("0", "UNLIMITED", "INFINITE").anyMatch(directive.value()::equalsIgnoreCase)) {
            report.note(directive, "There is no limit.");
            return;
        }
        SlurmNotation.time(directive.value())
                .ifPresentOrElse(
                        time -> put(directive, WorkloadKeys.MAX_DURATION, Notation.duration(time)),
                        () ->
                                report.reject(
                                        directive,
                                        UntrustedText.quoted(directive.value())
                                                + " is not a time such as 90, 12:30:00 or 2-12:30:00."));
    }

    /** A single number is an index for Slurm and a size in a spec. */
    private void array(Directive directive) {
        Matcher alone = Pattern.compile("([0-9]+)(%.*)?").matcher(directive.value());
        put(
                directive,
                WorkloadKeys.ARRAY,
                alone.matches()
                        ? alone.group(1)
                                + "-"
                                + alone.group(1)
                                + Optional.ofNullable(alone.group(2)).orElse("")
                        : directive.value());
    }

    private void dependency(Directive directive) {
        List<String> needs = new ArrayList<>();
        for (String part : directive.value().split(",", -1)) {
            if (!part.startsWith("afterok:")) {
                report.reject(
                        directive,
                        UntrustedText.quoted(part)
                                + " is not understood. Only afterok with ids is: afterok:prepare.");
                return;
            }
            needs.addAll(Arrays.asList(part.substring("afterok:".length()).split(":", -1)));
        }
        list(directive, WorkloadKeys.NEEDS, needs);
    }

    /** A nice value lowers the priority, also the option without a value. */
    private void nice(Directive directive) {
        if (directive.value().startsWith("-") || directive.value().equals("0")) {
            report.ignored(directive, "Write priority: high in a spec.");
        } else {
            put(directive, WorkloadKeys.PRIORITY, "low");
        }
    }

    private void qos(Directive directive) {
        if (PRIORITIES.contains(directive.value())) {
            put(directive, WorkloadKeys.PRIORITY, directive.value());
        } else {
            report.ignored(directive, "Write priority: low, normal, high or critical in a spec.");
        }
    }

    private void export(Directive directive) {
        for (String part : directive.value().split(",", -1)) {
            if (Stream.of("ALL", "NONE", "NIL").anyMatch(part::equals)) {
                report.note(
                        directive, "Variables of your shell are not taken along; name each one.");
            } else {
                int equals = part.indexOf('=');
                String name = equals < 0 ? part : part.substring(0, equals);
                DocumentNode value =
                        equals < 0
                                ? new DocumentNode.Nothing(directive.location())
                                : text(directive, part.substring(equals + 1));
                String key = WorkloadKeys.ENVS.name();
                report.mapped(
                        directive,
                        key + "." + name,
                        equals < 0 ? "to be given" : part.substring(equals + 1));
                merge(entry(directive, key, entry(directive, name, value)));
            }
        }
    }

    private void constraint(Directive directive) {
        if (directive.value().matches("[^|\\[\\]()*]+")) {
            list(
                    directive,
                    WorkloadKeys.LABELS,
                    Arrays.asList(directive.value().split("[&,]", -1)));
        } else {
            report.ignored(directive, "Only labels joined by & are understood.");
        }
    }

    private void signal(Directive directive) {
        Matcher parts = SIGNAL.matcher(directive.value());
        if (!parts.matches()) {
            report.reject(
                    directive,
                    UntrustedText.quoted(directive.value()) + " is not a signal such as USR1@120.");
            return;
        }
        String name =
                switch (parts.group("name").toLowerCase(Locale.ROOT)) {
                    case "10" -> "usr1";
                    case "12" -> "usr2";
                    case "15" -> "term";
                    case "2" -> "int";
                    case "1" -> "hup";
                    case String other -> other;
                };
        String seconds = Optional.ofNullable(parts.group("seconds")).orElse("60");
        String checkpoint = WorkloadKeys.CHECKPOINT.name() + ".";
        merge(report.entry(directive, checkpoint + CheckpointBlock.SIGNAL.name(), name, true));
        merge(
                report.entry(
                        directive,
                        checkpoint + CheckpointBlock.NOTICE.name(),
                        seconds + "s",
                        true));
    }

    private void put(Directive directive, SpecKey<?> specKey, String value) {
        merge(report.entry(directive, specKey.name(), value, true));
    }

    private void list(Directive directive, SpecKey<?> specKey, List<String> values) {
        List<DocumentNode> items =
                values.stream().<DocumentNode>map(value -> text(directive, value.strip())).toList();
        report.mapped(directive, specKey.name(), String.join(", ", values));
        merge(
                entry(
                        directive,
                        specKey.name(),
                        new DocumentNode.Items(directive.location(), items)));
    }

    private void merge(DocumentNode.Block more) {
        block = more.mergedOver(block);
    }

    private static DocumentNode.Block entry(Directive directive, String key, DocumentNode value) {
        return new DocumentNode.Block(
                directive.location(),
                List.of(new DocumentNode.Entry(directive.location(), key, value)));
    }

    private static DocumentNode.Value text(Directive directive, String text) {
        return new DocumentNode.Value(directive.location(), text, true);
    }
}
