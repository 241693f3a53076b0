package slipway.run.local;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** How a shell script is started in a session of its own, with nothing of the server's open. */
interface SessionSpawner {

    /**
     * A process of ours.
     *
     * @param end its exit code, once it has ended; above 255 where it was ended by a signal or that is not known
     */
    record Child(int pid, CompletableFuture<Integer> end) {

        static final int UNKNOWN = 256;
    }

    /**
     * @param output where it prints
     */
    Child start(Path script, Map<String, String> environment, Path output) throws IOException;

    /** By the C library where it has all that is needed, else by Java and the program setsid. */
    static SessionSpawner detect() {
        return NativeSpawn.find().<SessionSpawner>map(found -> found).orElseGet(SetsidSpawner::new);
    }

    /** Works everywhere and costs two more programs for each start. */
    final class SetsidSpawner implements SessionSpawner {

        @Override
        public Child start(Path script, Map<String, String> environment, Path output)
                throws IOException {
            var builder =
                    new ProcessBuilder("setsid", "sh", script.toString())
                            .redirectInput(new File("/dev/null"))
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
            builder.environment().clear();
            builder.environment().putAll(environment);
            Process process = builder.start();
            return new Child((int) process.pid(), process.onExit().thenApply(Process::exitValue));
        }
    }
}
