package slipway.run.local;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Starts a shell script in a new session, without the server's open files. */
interface SessionSpawner {

    /**
     * A child process of the server.
     *
     * @param end its exit code, once it has ended; above 255 if a signal ended it or the code is unknown
     */
    record Child(int pid, CompletableFuture<Integer> end) {

        static final int UNKNOWN = 256;
    }

    /**
     * @param output the file for its output
     */
    Child start(Path script, Map<String, String> environment, Path output) throws IOException;

    /** Uses posix_spawn if the C library supports it, else Java and the program setsid. */
    static SessionSpawner detect() {
        return NativeSpawn.find().<SessionSpawner>map(found -> found).orElseGet(SetsidSpawner::new);
    }

    /** Works everywhere, but each start costs two more programs. */
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
