package slipway.cli.command;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import slipway.cli.terminal.ShellWord;
import slipway.wire.Call;
import slipway.wire.Context;
import slipway.wire.route.Verb;

/** A call as a curl command that a shell understands. The token is in a variable, never in the text. */
final class Curl {

    private Curl() {}

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
