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
 * The way to the sockets that workspaces listen on.
 *
 * <p>What stands at a socket's place was made by the workspace, and may be a link to any socket that the server can
 * reach and the workspace cannot. To look first and connect afterwards would not help: it can be exchanged in between.
 * So it is given a second name where the workspace cannot write. A hard link is made of the thing itself and never of
 * what a link points to; whatever then has that name is looked at, and is what is connected to.
 */
public final class WorkspaceSockets {

    /** The kernel takes no longer path. */
    private static final int MAX_PATH_BYTES = 107;

    /** As many characters as the number of an attempt has at most, for the check before there is one. */
    private static final String LONGEST_ATTEMPT_NUMBER = "9999";

    private static final int ID_LENGTH = 26;

    private final AtomicLong names = new AtomicLong();

    /** Where the workspace of this attempt listens. */
    public static Path of(Path attempt) {
        return attempt.resolve("work").resolve(".socket");
    }

    /** Whether the sockets of attempts that lie here have paths that are short enough. */
    public static boolean fits(Path attempts) {
        Path longest = of(attempts.resolve("0".repeat(ID_LENGTH)).resolve(LONGEST_ATTEMPT_NUMBER));
        return longest.toString().getBytes(StandardCharsets.UTF_8).length <= MAX_PATH_BYTES;
    }

    /**
     * A connection to it; nothing when it does not listen.
     *
     * @throws IOException if it listens, and takes nobody
     */
    public Optional<SocketChannel> connect(Path attempt) throws IOException {
        Path name = attempt.resolve(".reach-" + names.incrementAndGet());
        Files.deleteIfExists(name); // of a server that died in the middle
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

    /** Whoever listens and never accepts has a full queue one day: to wait there would be for ever. */
    private static SocketChannel connected(Path name) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.configureBlocking(false);
            if (!channel.connect(UnixDomainSocketAddress.of(name))) {
                throw new IOException("It listens and takes nobody");
            }
            channel.configureBlocking(true);
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }
}
