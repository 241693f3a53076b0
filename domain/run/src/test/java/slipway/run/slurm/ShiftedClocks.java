package slipway.run.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import slipway.testkit.Needs;
import slipway.testkit.slurm.SlurmCluster;

/**
 * Gives each node of a one-machine cluster its own clock. Programs that Slurm starts on a node (our scripts and the
 * job's programs) read that clock; Slurm itself and the times of files do not, as on a network file system.
 */
public final class ShiftedClocks {

    private static final Pattern LEFT =
            Pattern.compile("(?:sem[.])?faketime_s[a-z]{2}_([0-9]{1,9})");

    private ShiftedClocks() {}

    /** That of n0 is 200 s behind, that of n1 100 s ahead. */
    public static void differ(SlurmCluster cluster) {
        Needs.command("faketime", "faketime");
        Path prolog = cluster.folder().resolve("prolog");
        try {
            Files.writeString(
                    prolog,
                    """
                    #!/bin/sh
                    case $SLURMD_NODENAME in
                    n0) set -- -200s ;;
                    n1) set -- +100s ;;
                    *) exit 0 ;;
                    esac
                    echo "export FAKETIME=$1"
                    echo 'export FAKETIME_DONT_FAKE_MONOTONIC=1'
                    echo 'export NO_FAKE_STAT=1'
                    echo 'export LD_PRELOAD=%s'
                    """
                            .formatted(library()));
            Files.setPosixFilePermissions(prolog, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.writeString(
                    cluster.configuration(),
                    "TaskProlog=" + prolog + "\n",
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String _ = cluster.ask("scontrol", "reconfigure");
    }

    /** As the program itself would load it. */
    private static String library() throws IOException {
        Process asked =
                new ProcessBuilder("faketime", "-f", "+0", "printenv", "LD_PRELOAD").start();
        return new String(asked.getInputStream().readAllBytes(), UTF_8).strip();
    }

    /** Removes what processes left that were ended by force: a small piece of shared memory each. */
    public static void tidy() {
        try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
            for (Path file : files.toList()) {
                var owner = LEFT.matcher(file.getFileName().toString());
                if (owner.matches() && ProcessHandle.of(Long.parseLong(owner.group(1))).isEmpty()) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
