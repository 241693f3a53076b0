package slipway.cli.command;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import slipway.cli.terminal.ShellWord;
import slipway.wire.Call;
import slipway.wire.Context;
import slipway.wire.Contexts;
import slipway.wire.route.Verb;

/** A call as a curl command that a shell understands. The token is in a variable, never in the text. */
final class Curl {

    private Curl() {}

    /** What must be there before the command works, one sentence each. */
    static List<String> needs(Context context, Shell shell) {
        boolean here = context.name().equals(Contexts.LOCAL);
        Path data = shell.contexts().localData();
        var needs = new ArrayList<String>();
        if (shell.environment().getOrDefault("SLIPWAY_TOKEN", "").isBlank()) {
            needs.add(
                    here
                            ? "First: export SLIPWAY_TOKEN=$(cat "
                                    + ShellWord.of(data.resolve("local.token"))
                                    + ")"
                            : "First put your token into the variable SLIPWAY_TOKEN.");
        }
        if (context.pin().isPresent()) {
            needs.add(
                    here
                            ? "Add: --cacert " + ShellWord.of(data.resolve("local.pem"))
                            : "curl must be told to trust the server's certificate: --cacert FILE");
        }
        return needs;
    }

    static String of(Context context, Call<?, ?> call) {
        var parts = new ArrayList<String>();
        Verb verb = call.route().verb();
        String method = verb == Verb.GET ? "" : " -X " + verb;
        parts.add("curl --fail-with-body" + method + " " + ShellWord.of(call.at(context.url())));
        if (!call.route().isPublic()) {
            parts.add("-H \"Authorization: Bearer $SLIPWAY_TOKEN\"");
        }
        call.body()
                .ifPresent(
                        body -> {
                            parts.add("-H 'Content-Type: application/json'");
                            String json = new String(body, StandardCharsets.UTF_8);
                            parts.add("-d " + ShellWord.of(json));
                        });
        return String.join(" \\\n  ", parts);
    }
}
