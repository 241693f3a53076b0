package slipway.surface.audit.commands;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import picocli.CommandLine.Command;
import slipway.base.text.Format;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.JsonCodec;
import slipway.surface.api.operation.OperationView;
import slipway.surface.audit.api.AuditRoutes;
import slipway.surface.audit.api.AuditRoutes.CheckView;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.OperationCommand;

/** {@code slipway audit check}. */
@Command(
        name = "check",
        description = "Let the server verify the whole log.",
        footer = {
            "",
            "Examples",
            "  slipway audit check     waits for the result; Ctrl-C does not stop the check"
        })
final class AuditCheckCommand extends OperationCommand {

    private static final JsonCodec<CheckView> RESULT = JsonCodec.of(CheckView.class);

    AuditCheckCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        watch(ApiCall.to(AuditRoutes.CHECK_NOW), this::print);
    }

    private void print(OperationView ended) {
        CheckView check =
                RESULT.readAnswer(
                        ended.result().orElseThrow().json().getBytes(StandardCharsets.UTF_8));
        say(
                "%s and %s match. The check took %s."
                        .formatted(
                                Format.count(check.entries(), "entry", "entries"),
                                Format.count(check.seals(), "seal"),
                                Format.duration(Duration.ofMillis(check.millis()))));
    }
}
