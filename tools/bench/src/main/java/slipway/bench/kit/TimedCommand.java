package slipway.bench.kit;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs commands against a server on this machine, like a user, and measures each until it returns. */
public record TimedCommand(ServerLauncher launch, Path data) {

    /**
     * @param more additional environment variables
     * @return nanoseconds
     */
    public long time(Map<String, String> more, String... words)
            throws IOException, InterruptedException {
        ProcessBuilder command =
                launch.with(words).redirectError(Redirect.DISCARD).redirectOutput(Redirect.DISCARD);
        List.of("SLIPWAY_URL", "SLIPWAY_CONTEXT", "SLIPWAY_TOKEN")
                .forEach(command.environment()::remove);
        command.environment().put("SLIPWAY_DATA", data.toString());
        command.environment().put("SLIPWAY_CONTEXT", "local");
        command.environment().putAll(more);
        long start = System.nanoTime();
        int code = command.start().waitFor();
        long took = System.nanoTime() - start;
        if (code != 0) {
            throw new IOException(
                    "slipway " + words[0] + " ended with code " + code + "; type it to see why");
        }
        return took;
    }
}
