package slipway.surface.terminal.command;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import slipway.base.text.ShellQuote;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ServerContext;
import slipway.surface.api.client.ServerContexts;

/** Formats a call as a curl command. The token is in a variable, never in the text. */
final class CurlCommand {

    private CurlCommand() {}

    /** What the user must do before the command works, one sentence each. */
    static List<String> preparation(ServerContext context, CommandEnvironment environment) {
        boolean local = context.name().equals(ServerContexts.LOCAL);
        Path data = environment.contexts().localData();
        var steps = new ArrayList<String>();
        if (environment.environment().getOrDefault("SLIPWAY_TOKEN", "").isBlank()) {
            steps.add(
                    local
                            ? "First: export SLIPWAY_TOKEN=$(cat "
                                    + ShellQuote.of(data.resolve("local.token"))
                                    + ")"
                            : "First: put your token into the variable SLIPWAY_TOKEN.");
        }
        if (context.pin().isPresent()) {
            steps.add(
                    local
                            ? "Add: --cacert " + ShellQuote.of(data.resolve("local.pem"))
                            : "Add the server's certificate: --cacert FILE");
        }
        return steps;
    }

    static String of(ServerContext context, ApiCall<?, ?> call) {
        var parts = new ArrayList<String>();
        HttpMethod httpMethod = call.route().verb();
        String method = httpMethod == HttpMethod.GET ? "" : " -X " + httpMethod;
        parts.add("curl --fail-with-body" + method + " " + ShellQuote.of(call.at(context.url())));
        if (!call.route().isPublic()) {
            parts.add("-H \"Authorization: Bearer $SLIPWAY_TOKEN\"");
        }
        call.body()
                .ifPresent(
                        body -> {
                            parts.add("-H 'Content-Type: application/json'");
                            String json = new String(body, StandardCharsets.UTF_8);
                            parts.add("-d " + ShellQuote.of(json));
                        });
        return String.join(" \\\n  ", parts);
    }
}
