package slipway.run.workspace;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Connects to the Unix sockets that workspaces listen on.
 *
 * <p>The workspace can replace its socket by a symbolic link to a socket that only the server may reach. A check before
 * connecting does not help, because the file can be replaced in between. So the server makes a hard link in a folder
 * where the workspace cannot write: a hard link refers to the file itself and never to the target of a symbolic link.
 * The server checks the hard link and connects to it.
 */
public final class WorkspaceSockets {

    /** The kernel's limit for the path of a socket. */
    private static final int MAX_PATH_BYTES = 107;

    /** The longest number of an attempt, for a check before there is one. */
    private static final String LONGEST_ATTEMPT_NUMBER = "9999";

    private static final int ID_LENGTH = 26;

    private final AtomicLong names = new AtomicLong();

    /** The socket that the workspace of this attempt listens on. */
    public static Path of(Path attempt) {
        return attempt.resolve("work").resolve(".socket");
    }

    /** Whether the sockets of attempts in this folder have paths within the kernel's limit. */
    public static boolean fits(Path attempts) {
        Path longest = of(attempts.resolve("0".repeat(ID_LENGTH)).resolve(LONGEST_ATTEMPT_NUMBER));
        return longest.toString().getBytes(StandardCharsets.UTF_8).length <= MAX_PATH_BYTES;
    }

    /**
     * Opens a connection; empty if the workspace does not listen.
     *
     * @throws IOException if it listens but does not accept connections
     */
    public Optional<SocketChannel> connect(Path attempt) throws IOException {
        Path name = attempt.resolve(".reach-" + names.incrementAndGet());
        Files.deleteIfExists(name); // a leftover of a crashed server
        try {
            Files.createLink(name, of(attempt));
            boolean special =
                    Files.readAttributes(name, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                            .isOther();
            return special ? Optional.of(connected(name)) : Optional.empty();
        } catch (NoSuchFileException | java.net.ConnectException notYet) {
            return Optional.empty();
        } finally {
            Files.deleteIfExists(name);
        }
    }

    /** Non-blocking, because a connection to a socket whose accept queue is full would block for ever. */
    private static SocketChannel connected(Path name) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.configureBlocking(false);
            if (!channel.connect(UnixDomainSocketAddress.of(name))) {
                throw new IOException("The app does not accept connections");
            }
            channel.configureBlocking(true);
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }
}
