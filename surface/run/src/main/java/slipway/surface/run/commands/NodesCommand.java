package slipway.surface.run.commands;

import static slipway.surface.terminal.TableColumn.number;
import static slipway.surface.terminal.TableColumn.text;
import static slipway.surface.terminal.TableColumn.whole;

import java.util.List;
import picocli.CommandLine.Command;
import slipway.base.Bytes;
import slipway.base.text.Format;
import slipway.surface.api.client.ApiCall;
import slipway.surface.run.api.NodeRoutes;
import slipway.surface.run.api.NodeRoutes.NodeView;
import slipway.surface.terminal.TableCell;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.Tone;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway nodes}. */
@Command(
        name = "nodes",
        description = "List nodes with their hardware and free accelerators.",
        footer = {"", "Examples", "  slipway nodes", "  slipway nodes --json"})
final class NodesCommand extends RemoteCommand {

    private static final int THOUSANDTHS = 1_000;

    NodesCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        list(ApiCall.to(NodeRoutes.LIST), this::print);
    }

    private void print(List<NodeView> nodes) {
        if (nodes.isEmpty()) {
            say("The engine reports no nodes. Find out why: slipway doctor");
            return;
        }
        var textTable =
                TextTable.of(
                        whole("NODE"),
                        whole("STATE"),
                        whole("ACCELERATORS"),
                        number("FREE"),
                        number("CPUS"),
                        number("MEMORY"),
                        number("RUNNING"),
                        text("SANDBOX"));
        nodes.forEach(node -> row(textTable, node));
        terminal().show(textTable);
        nodes.stream()
                .filter(node -> node.because().isPresent())
                .forEach(
                        node ->
                                say(
                                        "%s is drained: %s"
                                                .formatted(
                                                        node.node(),
                                                        terminal()
                                                                .plain(
                                                                        node.because()
                                                                                .orElse("")))));
        say(summary(nodes));
    }

    private static void row(TextTable textTable, NodeView node) {
        textTable.row(
                node.node(),
                state(node),
                accelerators(node) == 0
                        ? "none"
                        : Format.accelerators((int) accelerators(node), node.type()),
                accelerators(node) == 0 ? "" : Format.number(free(node) / (double) THOUSANDTHS),
                Format.number(node.cpus() / (double) THOUSANDTHS),
                Format.bytes(new Bytes(node.memory())),
                Format.count(node.running()),
                node.tier());
    }

    private static TableCell state(NodeView node) {
        Tone tone =
                switch (node.condition()) {
                    case "ready" -> Tone.GOOD;
                    case "failed" -> Tone.BAD;
                    default -> Tone.WARNING;
                };
        return new TableCell(tone, node.condition());
    }

    /** A node without accelerators offers its processors as type {@code cpu}; they do not count here. */
    private static long accelerators(NodeView node) {
        return node.type().equals("cpu") ? 0 : node.accelerators();
    }

    private static long free(NodeView node) {
        return Math.max(0, accelerators(node) * THOUSANDTHS - node.taken());
    }

    private static String summary(List<NodeView> nodes) {
        return capacity(nodes) + ". List workloads: slipway ps";
    }

    /** The number of nodes, and how many of their accelerators are free. */
    static String capacity(List<NodeView> nodes) {
        long all = nodes.stream().mapToLong(NodesCommand::accelerators).sum();
        long free = nodes.stream().mapToLong(NodesCommand::free).sum();
        String accelerators =
                all == 0
                        ? "no accelerator: everything runs on CPU"
                        : "%s of %s free"
                                .formatted(
                                        Format.number(free / (double) THOUSANDTHS),
                                        Format.count(all, "accelerator"));
        long others = nodes.stream().mapToLong(NodeView::others).sum();
        String foreign =
                others == 0
                        ? ""
                        : ", %s held by foreign jobs"
                                .formatted(Format.number(others / (double) THOUSANDTHS));
        return Format.count(nodes.size(), "node") + ", " + accelerators + foreign;
    }
}
