package slipway.surface.web.http;

import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * Where a request comes from.
 *
 * @param isLoopback from this machine itself
 */
public record ClientAddress(String address, boolean isLoopback) {

    public static ClientAddress of(SocketAddress socket) {
        return socket instanceof InetSocketAddress at && at.getAddress() != null
                ? new ClientAddress(
                        at.getAddress().getHostAddress(), at.getAddress().isLoopbackAddress())
                : new ClientAddress("unknown", false);
    }
}
