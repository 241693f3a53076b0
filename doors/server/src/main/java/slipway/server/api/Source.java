package slipway.server.api;

import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * Where a request comes from.
 *
 * @param near from this machine itself
 */
public record Source(String address, boolean near) {

    public static Source of(SocketAddress socket) {
        return socket instanceof InetSocketAddress at && at.getAddress() != null
                ? new Source(at.getAddress().getHostAddress(), at.getAddress().isLoopbackAddress())
                : new Source("unknown", false);
    }
}
