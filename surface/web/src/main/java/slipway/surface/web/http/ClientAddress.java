package slipway.surface.web.http;

import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * The address of a client.
 *
 * @param isLoopback whether the client runs on this machine
 */
public record ClientAddress(String address, boolean isLoopback) {

    public static ClientAddress of(SocketAddress socket) {
        return socket instanceof InetSocketAddress at && at.getAddress() != null
                ? new ClientAddress(
                        at.getAddress().getHostAddress(), at.getAddress().isLoopbackAddress())
                : new ClientAddress("unknown", false);
    }
}
