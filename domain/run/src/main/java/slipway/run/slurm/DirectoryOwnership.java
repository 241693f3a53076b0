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
 * Hands an attempt's directory to the account that it runs under. Root gives it away. Nobody else may do that: then it
 * stays the server's, and an access-control list lets both work in it, also in what the other one makes there later.
 *
 * <p>What is in the directory comes first and the directory itself last. Until then that account cannot come in, so no
 * link of its making can lead the server to something else, and whoever finds the directory handed over finds all of
 * it handed over.
 */
final class DirectoryOwnership {

    private final SlurmPrograms slurmPrograms;
    private final int serverUid;

    /**
     * @param own the number of the server's account
     */
    DirectoryOwnership(SlurmPrograms slurmPrograms, int own) {
        this.slurmPrograms = slurmPrograms;
        this.serverUid = own;
    }

    /** Others can go through here by a name that they know, and see nothing. */
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
                            "The file system of the attempts must have POSIX access-control lists, or let root give"
                                    + " files away. See what else is missing: slipway doctor")
                    .causedBy(e);
        }
    }

    /** It was written with no rights for anybody else. */
    private boolean isHandedOver(Path directory) throws IOException {
        return owner(directory) != serverUid
                || Files.getPosixFilePermissions(directory, LinkOption.NOFOLLOW_LINKS)
                        .contains(PosixFilePermission.GROUP_EXECUTE);
    }

    private static int owner(Path file) throws IOException {
        return (Integer) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }

    // By root.

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

    // By everybody else.

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

    /** Secrets are that account's alone, so it takes them itself, out of a folder that only the server writes in. */
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

    /** A folder of files that only the server can have put there. */
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

    /** What a job closed to the server in its folder for what is temporary can be removed by its own account only. */
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
            LoggerFactory.getLogger(DirectoryOwnership.class).warn("{} stays", temporary, e);
        }
    }
}
