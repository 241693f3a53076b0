package slipway.spec.sbatch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import slipway.base.Bytes;
import slipway.base.text.Format;
import slipway.base.text.UntrustedText;
import slipway.spec.DocumentNode;
import slipway.spec.Notation;
import slipway.spec.sbatch.SbatchDirectives.Directive;
import slipway.spec.sbatch.SlurmNotation.Devices;
import slipway.spec.workload.ResourceBlock;
import slipway.spec.workload.WorkloadKeys;

/**
 * The resources that a script requests of each node. Slurm counts per job, node, task, accelerator or processor;
 * here everything counts
 * per node, so tasks are spread evenly over the nodes first.
 */
final class SlurmResources {

    private static final int MAX_COUNT = 1_000_000;

    private final SbatchDirectives sbatchDirectives;
    private final SlurmReport report;
    private final List<DocumentNode.Block> entries = new ArrayList<>();

    SlurmResources(SbatchDirectives sbatchDirectives, SlurmReport report) {
        this.sbatchDirectives = sbatchDirectives;
        this.report = report;
    }

    List<DocumentNode.Block> entries() {
        int nodes = nodes();
        int tasks = tasks(nodes);
        number("--ntasks").ifPresent(_ -> noteTasks("--ntasks", tasks));
        number("--ntasks-per-node").ifPresent(_ -> noteTasks("--ntasks-per-node", tasks));
        int devices = devices(nodes, tasks);
        int cpus = cpus(tasks, devices);
        memory(cpus, devices);
        return entries;
    }

    private int nodes() {
        Optional<Directive> directive = sbatchDirectives.find("--nodes");
        directive
                .filter(it -> it.value().contains("-"))
                .ifPresent(it -> report.note(it, "The lower number of nodes is taken."));
        int nodes = number(directive, text -> text.replaceAll("-.*", "")).orElse(1);
        directive.ifPresent(
                it ->
                        entries.add(
                                report.entry(
                                        it,
                                        WorkloadKeys.NODES.name(),
                                        Integer.toString(nodes),
                                        false)));
        directive
                .filter(_ -> nodes > 1)
                .ifPresent(it -> report.note(it, "The script runs on every node."));
        return nodes;
    }

    private void noteTasks(String option, int tasks) {
        sbatchDirectives
                .find(option)
                .ifPresent(it -> report.note(it, Format.count(tasks, "task") + " on each node."));
    }

    /** How many tasks Slurm would start on each node. */
    int tasksPerNode() {
        return tasks(nodes(sbatchDirectives.find("--nodes")));
    }

    /** How many processors the script believes each of its tasks has. */
    Optional<Integer> cpusPerTask() {
        return sbatchDirectives.find("--cpus-per-task").flatMap(it -> positiveNumber(it.value()));
    }

    private static int nodes(Optional<Directive> directive) {
        return directive.flatMap(it -> positiveNumber(it.value().replaceAll("-.*", ""))).orElse(1);
    }

    private static Optional<Integer> positiveNumber(String text) {
        return Optional.of(text)
                .filter(it -> it.matches("[0-9]{1,6}"))
                .map(Integer::valueOf)
                .filter(it -> it > 0);
    }

    private int tasks(int nodes) {
        Optional<Integer> perNode =
                sbatchDirectives
                        .find("--ntasks-per-node")
                        .flatMap(it -> positiveNumber(it.value()));
        Optional<Integer> all =
                sbatchDirectives.find("--ntasks").flatMap(it -> positiveNumber(it.value()));
        return perNode.or(() -> all.map(count -> (count + nodes - 1) / nodes)).orElse(1);
    }

    private int devices(int nodes, int tasks) {
        List<DeviceRequest> found = new ArrayList<>();
        sbatchDirectives.find("--gres").ifPresent(it -> gres(it).ifPresent(found::add));
        sbatchDirectives
                .find("--gpus-per-node")
                .ifPresent(it -> deviceRequest(it, 1, 1).ifPresent(found::add));
        sbatchDirectives
                .find("--gpus")
                .ifPresent(it -> deviceRequest(it, 1, nodes).ifPresent(found::add));
        sbatchDirectives
                .find("--gpus-per-task")
                .ifPresent(it -> deviceRequest(it, tasks, 1).ifPresent(found::add));
        if (found.isEmpty()) {
            return 0;
        }
        DeviceRequest first = found.getFirst();
        found.stream()
                .filter(other -> other.count != first.count)
                .forEach(
                        other ->
                                report.reject(
                                        other.directive,
                                        "it comes to %d on a node, %s to %d."
                                                .formatted(
                                                        other.count,
                                                        first.directive.option(),
                                                        first.count)));
        Optional<String> type = found.stream().flatMap(it -> it.type.stream()).findFirst();
        put(
                first.directive,
                ResourceBlock.ACCELERATORS.name(),
                type.map(name -> name + ":").orElse("") + first.count);
        return first.count;
    }

    private record DeviceRequest(Directive directive, Optional<String> type, int count) {}

    /** {@code gpu:h100:8}, perhaps beside others that are not accelerators. */
    private Optional<DeviceRequest> gres(Directive directive) {
        List<String> gpus = new ArrayList<>();
        for (String part : directive.value().split(",", -1)) {
            if (part.equals("gpu") || part.startsWith("gpu:")) {
                gpus.add(part.equals("gpu") ? "1" : part.substring("gpu:".length()));
            } else {
                report.note(
                        directive,
                        UntrustedText.quoted(part) + " is ignored; only gpu is supported.");
            }
        }
        if (gpus.size() > 1) {
            report.reject(directive, "names gpu twice. Write one type.");
        }
        return gpus.stream()
                .findFirst()
                .flatMap(one -> deviceRequest(directive, one.replaceAll("\\(.*", ""), 1, 1));
    }

    private Optional<DeviceRequest> deviceRequest(Directive directive, int times, int divisor) {
        return deviceRequest(directive, directive.value(), times, divisor);
    }

    private Optional<DeviceRequest> deviceRequest(
            Directive directive, String text, int times, int divisor) {
        Optional<Devices> devices = SlurmNotation.devices(text);
        if (devices.isEmpty()) {
            report.reject(
                    directive,
                    UntrustedText.quoted(directive.value())
                            + " is not accelerators such as 8 or h100:8.");
            return Optional.empty();
        }
        long all = (long) devices.get().count() * times;
        if (all % divisor != 0) {
            report.reject(
                    directive, "%d cannot be spread evenly over %d nodes.".formatted(all, divisor));
            return Optional.empty();
        }
        int each = (int) Math.min(all / divisor, MAX_COUNT);
        return Optional.of(new DeviceRequest(directive, devices.get().type(), each));
    }

    private int cpus(int tasks, int devices) {
        Optional<Directive> perTask = sbatchDirectives.find("--cpus-per-task");
        Optional<Directive> perDevice = sbatchDirectives.find("--cpus-per-gpu");
        Optional<Directive> source =
                perTask.or(() -> perDevice)
                        .or(() -> sbatchDirectives.find("--ntasks-per-node"))
                        .or(() -> sbatchDirectives.find("--ntasks"));
        long cpus =
                perTask.isPresent() || perDevice.isEmpty()
                        ? (long) number("--cpus-per-task").orElse(1) * tasks
                        : (long) number("--cpus-per-gpu").orElse(1) * devices;
        int bounded = (int) Math.min(cpus, MAX_COUNT);
        if (bounded > 0) {
            source.ifPresent(it -> put(it, ResourceBlock.CPUS.name(), Integer.toString(bounded)));
        }
        return Math.max(1, bounded);
    }

    private void memory(int cpus, int devices) {
        sbatchDirectives.find("--mem").ifPresent(it -> memory(it, 1));
        sbatchDirectives.find("--mem-per-cpu").ifPresent(it -> memory(it, cpus));
        sbatchDirectives.find("--mem-per-gpu").ifPresent(it -> memory(it, devices));
    }

    private void memory(Directive directive, int times) {
        Optional<Bytes> one = SlurmNotation.memory(directive.value());
        if (one.isEmpty() || one.get().count() > Long.MAX_VALUE / MAX_COUNT) {
            report.reject(
                    directive,
                    UntrustedText.quoted(directive.value()) + " is not memory such as 64G.");
        } else if (one.get().count() == 0 || times == 0) {
            report.note(directive, "The node's share of memory is taken.");
        } else {
            put(directive, ResourceBlock.MEMORY.name(), Notation.bytes(one.get().times(times)));
        }
    }

    private Optional<Integer> number(String option) {
        return number(sbatchDirectives.find(option), text -> text);
    }

    private Optional<Integer> number(Optional<Directive> directive, UnaryOperator<String> digits) {
        if (directive.isEmpty()) {
            return Optional.empty();
        }
        String text = digits.apply(directive.get().value());
        Optional<Integer> number = positiveNumber(text);
        if (number.isPresent()) {
            return number;
        }
        report.reject(
                directive.get(),
                UntrustedText.quoted(directive.get().value()) + " is not a whole number ≥ 1.");
        return Optional.empty();
    }

    private void put(Directive directive, String key, String text) {
        entries.add(report.entry(directive, WorkloadKeys.RESOURCES.name() + "." + key, text, true));
    }
}
