package slipway.run.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import slipway.base.Problem;
import slipway.run.attempt.AttemptDirectory;

/**
 * The scripts that run on the nodes beside {@code launch.sh}, in a folder among the attempts that every node shares. A
 * running job of an older server uses the scripts under their older names ({@code strike.sh}, {@code box.sh}, ...):
 * they stay in the folder, and a new script must understand the files that the older ones wrote.
 */
record NodeScripts(Path folder) {

    private static final List<String> NAMES =
            List.of(
                    "batch.sh",
                    "node.sh",
                    "find_processes.sh",
                    "gang_watch.sh",
                    "signal.sh",
                    "exec.sh",
                    "end_exec.sh",
                    "exec_inside.sh",
                    "sandbox.sh",
                    "sample.sh");

    /**
     * Writes each script by a rename, because a job may start at the same time.
     *
     * @param forOthers whether jobs run under other accounts than the server's
     */
    static NodeScripts write(Path attempts, boolean forOthers) {
        Path folder = attempts.resolve(".slurm");
        try {
            Files.createDirectories(folder);
            for (String name : NAMES) {
                String text = resource(name);
                Path file = folder.resolve(name);
                if (!Files.exists(file) || !Files.readString(file).equals(text)) {
                    Path draft = folder.resolve("." + name);
                    Files.writeString(draft, text);
                    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
                }
            }
            Files.createDirectories(folder.resolve("live"));
            if (forOthers) {
                allowOthers(attempts, folder);
            }
        } catch (IOException e) {
            throw new Problem(
                            AttemptDirectory.NO_DIRECTORY,
                            "The folder of the attempts could not be written.",
                            "The disk under %s reported: %s.".formatted(attempts, e.getMessage()),
                            "Free space or correct the permissions, and start the server again.")
                    .causedBy(e);
        }
        return new NodeScripts(folder);
    }

    /** Lets other accounts read the scripts, and nothing else. */
    private static void allowOthers(Path attempts, Path folder) throws IOException {
        for (String name : NAMES) {
            Files.setPosixFilePermissions(
                    folder.resolve(name), PosixFilePermissions.fromString("rw-r--r--"));
        }
        Files.setPosixFilePermissions(
                folder.resolve("live"), PosixFilePermissions.fromString("rwx------"));
        DirectoryOwnership.allowPassing(folder);
        DirectoryOwnership.allowPassing(attempts);
    }

    static String resource(String name) {
        try (InputStream stream =
                Objects.requireNonNull(NodeScripts.class.getResourceAsStream(name))) {
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path launchRecords() {
        return folder.resolve("live");
    }

    Path batch() {
        return folder.resolve("batch.sh");
    }

    Path signal() {
        return folder.resolve("signal.sh");
    }

    Path sandbox() {
        return folder.resolve("sandbox.sh");
    }

    Path exec() {
        return folder.resolve("exec.sh");
    }

    Path endExec() {
        return folder.resolve("end_exec.sh");
    }
}
