package slipway.surface.run.commands;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.base.text.Format;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.workload.WorkloadRoutes;
import slipway.surface.api.workload.WorkloadView;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RiskyCommand;

/** {@code slipway cancel}. */
@Command(
        name = "cancel",
        description = "Cancel workloads. Arrays ask for confirmation first.",
        footer = {
            "",
            "Examples",
            "  slipway cancel digits",
            "  slipway cancel train eval",
            "  slipway cancel sweep --yes    a whole array, without confirmation"
        })
final class CancelCommand extends RiskyCommand {

    @Parameters(arity = "1..*", paramLabel = "NAME", description = "Names or ids: slipway ps.")
    private List<String> names = List.of();

    CancelCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    /** Looks up all workloads before it cancels the first, so that a typo in one name cancels nothing. */
    @Override
    protected void work() {
        if (asCurl()) {
            ask(ApiCall.to(WorkloadRoutes.CANCEL).with(PathParameter.WORKLOAD, names.getFirst()));
        }
        List<WorkloadView> found =
                names.stream()
                        .map(
                                name ->
                                        ApiCall.to(WorkloadRoutes.SHOW)
                                                .with(PathParameter.WORKLOAD, name))
                        .map(this::ask)
                        .toList();
        arrayWarning(found).ifPresent(this::requireConfirmation);
        var cancelled = new ArrayList<WorkloadView>();
        for (WorkloadView workload : found) {
            WorkloadView now =
                    ask(
                            ApiCall.to(WorkloadRoutes.CANCEL)
                                    .with(PathParameter.WORKLOAD, workload.id()));
            cancelled.add(now);
            if (!asJson()) {
                say(result(now));
            }
        }
        if (asJson()) {
            show(
                    WorkloadRoutes.LIST.answer(),
                    new ListPage<>(cancelled, Optional.empty()),
                    _ -> {});
        }
    }

    private Optional<String> arrayWarning(List<WorkloadView> found) {
        List<String> arrays = found.stream().flatMap(it -> it.array().stream()).distinct().toList();
        if (arrays.isEmpty()) {
            return Optional.empty();
        }
        long members =
                all(ApiCall.to(WorkloadRoutes.LIST)).stream()
                        .filter(it -> it.array().filter(arrays::contains).isPresent())
                        .count();
        List<String> named =
                found.stream()
                        .filter(it -> it.array().isPresent())
                        .map(WorkloadView::name)
                        .distinct()
                        .toList();
        return Optional.of(
                "%s %s: %s that %s not ended will be cancelled."
                        .formatted(
                                Format.list(named),
                                named.size() == 1 ? "is an array" : "are arrays",
                                Format.count(members, "member"),
                                members == 1 ? "has" : "have"));
    }

    private static String result(WorkloadView now) {
        return now.array().isPresent()
                ? now.name() + " is cancelled; its running members are stopping."
                : LogFollower.ended(now)
                        ? now.name() + " is cancelled."
                        : now.name()
                                + " is stopping, and is killed if it does not end in time. Watch it: slipway ps";
    }
}
