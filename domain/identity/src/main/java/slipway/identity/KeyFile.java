package slipway.identity;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The file format of the server key: four lines of text, readable only by their owner. */
final class KeyFile {

    private static final String TITLE = "slipway server key 1";
    private static final Set<PosixFilePermission> OWNER_ONLY =
            PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> OWNER_ONLY_DIRECTORY =
            PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OPEN_TO_OTHERS =
            PosixFilePermissions.fromString("---rwxrwx");

    private KeyFile() {}

    /** Writes and fsyncs a temporary file, then renames it: the key file is complete or missing. */
    static void write(ServerKey key, Path file) {
        Path temporary = file.resolveSibling(file.getFileName() + ".new");
        try {
            makeDirectory(file.toAbsolutePath().resolveSibling(""));
            Files.deleteIfExists(temporary);
            try (FileChannel channel =
                    FileChannel.open(temporary, NEW, attributes(file, OWNER_ONLY))) {
                channel.write(ByteBuffer.wrap(content(key)));
                channel.force(true);
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel folder = FileChannel.open(file.toAbsolutePath().getParent())) {
                folder.force(true);
            }
        } catch (IOException e) {
            throw ServerKeyProblems.unwritable(file, e);
        }
    }

    /** With PostgreSQL nothing else has created the directory. */
    private static void makeDirectory(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, attributes(directory, OWNER_ONLY_DIRECTORY));
        }
    }

    private static final Set<StandardOpenOption> NEW =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private static FileAttribute<?>[] attributes(Path file, Set<PosixFilePermission> permissions) {
        return isPosix(file)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    static byte[] content(ServerKey key) {
        return String.join(
                        "\n",
                        TITLE,
                        "secret " + base64(key.secret()),
                        "seal-private " + base64(key.sealKeys().getPrivate().getEncoded()),
                        "seal-public " + base64(key.sealKeys().getPublic().getEncoded()),
                        "")
                .getBytes(US_ASCII);
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    static Optional<ServerKey> read(Path file) {
        try {
            byte[] content = Files.readAllBytes(file);
            requirePrivate(file);
            return Optional.of(parse(content, "at " + file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw ServerKeyProblems.unreadable(file, e);
        }
    }

    /**
     * Parses the bytes of a key file.
     *
     * @param where they come from, for the error: "at", "in" or "inside" something
     */
    static ServerKey parse(byte[] content, String where) {
        try {
            ServerKey key = parse(new String(content, US_ASCII).lines().toList());
            if (!key.isConsistent()) {
                throw new IllegalArgumentException("its two seal keys do not belong together");
            }
            return key;
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw ServerKeyProblems.damaged(where, e);
        }
    }

    private static void requirePrivate(Path file) throws IOException {
        if (isPosix(file)) {
            Set<PosixFilePermission> found = Files.getPosixFilePermissions(file);
            if (OPEN_TO_OTHERS.stream().anyMatch(found::contains)) {
                throw ServerKeyProblems.exposed(file, PosixFilePermissions.toString(found));
            }
        }
    }

    private static ServerKey parse(List<String> lines) throws GeneralSecurityException {
        if (lines.isEmpty() || !lines.getFirst().equals(TITLE)) {
            throw new IllegalArgumentException("it does not begin with '" + TITLE + "'");
        }
        Map<String, byte[]> values = new HashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            int space = line.indexOf(' ');
            if (space > 0) {
                values.put(
                        line.substring(0, space),
                        Base64.getDecoder().decode(line.substring(space + 1).strip()));
            }
        }
        KeyFactory keys = KeyFactory.getInstance("Ed25519");
        return new ServerKey(
                value(values, "secret"),
                new KeyPair(
                        keys.generatePublic(new X509EncodedKeySpec(value(values, "seal-public"))),
                        keys.generatePrivate(
                                new PKCS8EncodedKeySpec(value(values, "seal-private")))));
    }

    private static byte[] value(Map<String, byte[]> values, String name) {
        return Optional.ofNullable(values.get(name))
                .orElseThrow(() -> new IllegalArgumentException("its line '" + name + "' is gone"));
    }
}
