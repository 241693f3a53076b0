package slipway.run.slurm;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import slipway.base.Problem;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.Launch;
import slipway.run.engine.PosixAccount;

/**
 * Gives the directory of an attempt to the account that it runs under. A server that is root changes the owner. Any
 * other server stays the owner and sets an access-control list that lets both accounts use all files, including later
 * ones.
 *
 * <p>The files in the directory are handed over first and the directory itself last. Until then the account cannot
 * enter it, so it cannot create links that mislead the server, and a directory that is handed over is handed over
 * completely.
 */
final class DirectoryOwnership {

    private final SlurmPrograms slurmPrograms;
    private final int serverUid;

    /**
     * @param own the uid of the server
     */
    DirectoryOwnership(SlurmPrograms slurmPrograms, int own) {
        this.slurmPrograms = slurmPrograms;
        this.serverUid = own;
    }

    /** Lets other accounts pass through a folder by a known name, without listing it. */
    static void allowPassing(Path folder) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    }

    void give(Launch launch) {
        launch.account().ifPresent(posixAccount -> give(launch, posixAccount));
    }

    private void give(Launch launch, PosixAccount posixAccount) {
        Path directory = launch.directory();
        try {
            allowPassing(directory.resolveSibling("."));
            if (isHandedOver(directory)) {
                return;
            }
            if (serverUid == 0) {
                serverUid(directory, posixAccount);
            } else {
                shareByAcl(directory, posixAccount);
            }
        } catch (IOException e) {
            throw new Problem(
                            AttemptDirectory.NO_DIRECTORY,
                            "The directory of attempt %s could not be handed to %s."
                                    .formatted(launch.id(), posixAccount.name()),
                            "%s.".formatted(e.getMessage()),
                            "The file system of the attempts must support POSIX access-control lists, or let root"
                                    + " change owners. See what else is missing: slipway doctor")
                    .causedBy(e);
        }
    }

    /** A new directory belongs to the server and has no rights for other accounts. */
    private boolean isHandedOver(Path directory) throws IOException {
        return owner(directory) != serverUid
                || Files.getPosixFilePermissions(directory, LinkOption.NOFOLLOW_LINKS)
                        .contains(PosixFilePermission.GROUP_EXECUTE);
    }

    private static int owner(Path file) throws IOException {
        return (Integer) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }

    // For a server that is root.

    private static void serverUid(Path directory, PosixAccount posixAccount) throws IOException {
        Files.walkFileTree(
                directory,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        serverUid(file, posixAccount, LinkOption.NOFOLLOW_LINKS);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(
                            Path folder, @Nullable IOException failure) throws IOException {
                        if (failure != null) {
                            throw failure;
                        }
                        serverUid(folder, posixAccount, LinkOption.NOFOLLOW_LINKS);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    private static void serverUid(Path file, PosixAccount posixAccount, LinkOption option)
            throws IOException {
        Files.setAttribute(file, "unix:gid", posixAccount.group(), option);
        Files.setAttribute(file, "unix:uid", posixAccount.user(), option);
    }

    // For any other server.

    private void shareByAcl(Path directory, PosixAccount posixAccount) throws IOException {
        Path secrets = directory.resolve("secrets");
        Path aside = directory.resolveSibling(".secrets-" + directory.getFileName());
        remove(aside);
        boolean any = Files.isDirectory(secrets, LinkOption.NOFOLLOW_LINKS);
        if (any) {
            Files.move(secrets, aside);
            Files.createDirectory(secrets);
        }
        String rights =
                "u:%d:rwX,d:u:%d:rwX,d:u:%d:rwX,d:g::---,d:o::---"
                        .formatted(posixAccount.user(), posixAccount.user(), serverUid);
        run(slurmPrograms, List.of("setfacl", "-R", "-P", "-m", rights, "--"), list(directory));
        run(slurmPrograms, List.of("setfacl", "-m", rights, "--"), List.of(directory));
        if (any) {
            installSecrets(aside, secrets, posixAccount);
        }
    }

    /** Only the account may own secrets, so it installs them itself from a folder that only the server can write to. */
    private void installSecrets(Path aside, Path secrets, PosixAccount posixAccount)
            throws IOException {
        String rights = "u:%d:rX".formatted(posixAccount.user());
        run(slurmPrograms, List.of("setfacl", "-R", "-P", "-m", rights, "--"), List.of(aside));
        run(
                slurmPrograms.as(Optional.of(posixAccount)),
                List.of("install", "-m", "0400", "-t", secrets.toString(), "--"),
                list(aside));
        remove(aside);
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    /** Removes a folder whose files only the server can have written. */
    private static void remove(Path folder) throws IOException {
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            for (Path file : list(folder)) {
                Files.delete(file);
            }
            Files.delete(folder);
        }
    }

    private static void run(SlurmPrograms programs, List<String> words, List<Path> files)
            throws IOException {
        var all = new ArrayList<>(words);
        files.forEach(file -> all.add(file.toString()));
        SlurmPrograms.Result answer = programs.run(all);
        if (!answer.succeeded()) {
            throw new IOException("%s said: %s".formatted(words.getFirst(), answer.failure()));
        }
    }

    /** Removes the temporary files of a job under its own account: some may not be accessible to the server. */
    void removeTemporary(SlurmJob slurmJob) {
        if (serverUid == 0 || slurmJob.account().isEmpty()) {
            return;
        }
        Path temporary = slurmJob.directory().path().resolve("tmp");
        try {
            run(
                    slurmPrograms.as(slurmJob.account()),
                    List.of("rm", "-rf", "--"),
                    List.of(temporary));
        } catch (IOException e) {
            LoggerFactory.getLogger(DirectoryOwnership.class)
                    .warn("{} could not be removed", temporary, e);
        }
    }
}
