package slipway.surface.terminal.command;

import java.util.function.Consumer;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ClientTimeouts;
import slipway.surface.api.operation.OperationRoutes;
import slipway.surface.api.operation.OperationView;

/** A command that waits for the end of an operation. Interrupted, it says how to watch the operation again. */
public abstract class OperationCommand extends RemoteCommand {

    private static final ProblemCode NOT_DONE =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "operation-not-done",
                    "An operation failed or was cancelled.");

    protected OperationCommand(CommandEnvironment environment) {
        super(environment);
    }

    /**
     * Waits for the end and prints the operation as JSON or text.
     *
     * @param begin starts the operation or shows it
     */
    protected final void watch(ApiCall<?, OperationView> begin, Consumer<OperationView> printText) {
        OperationView begun = ask(begin);
        var watch = new OperationWatch(terminal(), ClientTimeouts.defaults().sleeper());
        OperationView ended =
                watch.untilEnded(
                        begun,
                        () ->
                                ask(
                                        ApiCall.to(OperationRoutes.SHOW)
                                                .with(PathParameter.OPERATION, begun.id())));
        if (ended.state() != OperationView.State.SUCCEEDED && !asJson()) {
            throw notDone(ended);
        }
        show(OperationRoutes.SHOW.answer(), ended, printText);
    }

    private static Problem notDone(OperationView ended) {
        return ended.problem()
                .map(why -> new Problem(NOT_DONE, why.detail(), why.why(), why.next()))
                .orElseGet(
                        () ->
                                new Problem(
                                        NOT_DONE,
                                        "Operation " + ended.id() + " was cancelled.",
                                        "It was cancelled before its end.",
                                        "Start it again."));
    }
}
