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

/** A call as a curl command that a shell understands. The token is in a variable, never in the text. */
final class CurlCommand {

    private CurlCommand() {}

    /** What must be there before the command works, one sentence each. */
    static List<String> needs(ServerContext serverContext, CommandEnvironment commandEnvironment) {
        boolean here = serverContext.name().equals(ServerContexts.LOCAL);
        Path data = commandEnvironment.contexts().localData();
        var needs = new ArrayList<String>();
        if (commandEnvironment.environment().getOrDefault("SLIPWAY_TOKEN", "").isBlank()) {
            needs.add(
                    here
                            ? "First: export SLIPWAY_TOKEN=$(cat "
                                    + ShellQuote.of(data.resolve("local.token"))
                                    + ")"
                            : "First put your token into the variable SLIPWAY_TOKEN.");
        }
        if (serverContext.pin().isPresent()) {
            needs.add(
                    here
                            ? "Add: --cacert " + ShellQuote.of(data.resolve("local.pem"))
                            : "curl must be told to trust the server's certificate: --cacert FILE");
        }
        return needs;
    }

    static String of(ServerContext serverContext, ApiCall<?, ?> apiCall) {
        var parts = new ArrayList<String>();
        HttpMethod httpMethod = apiCall.route().verb();
        String method = httpMethod == HttpMethod.GET ? "" : " -X " + httpMethod;
        parts.add(
                "curl --fail-with-body"
                        + method
                        + " "
                        + ShellQuote.of(apiCall.at(serverContext.url())));
        if (!apiCall.route().isPublic()) {
            parts.add("-H \"Authorization: Bearer $SLIPWAY_TOKEN\"");
        }
        apiCall.body()
                .ifPresent(
                        body -> {
                            parts.add("-H 'Content-Type: application/json'");
                            String json = new String(body, StandardCharsets.UTF_8);
                            parts.add("-d " + ShellQuote.of(json));
                        });
        return String.join(" \\\n  ", parts);
    }
}
