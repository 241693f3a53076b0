package slipway.server.api;

import java.nio.file.Path;
import java.util.Set;

/**
 * Where and how to listen.
 *
 * @param names under which this server is known besides its addresses
 */
public record Listen(String host, int port, Set<String> names, Tls tls) {

    /** Whether what goes over the wire is encrypted, and with which certificate. */
    public sealed interface Tls {

        /** Not at all: this machine only, or behind a proxy that does it. */
        record Off() implements Tls {}

        /** With a certificate made here, which browsers ask about and clients pin. */
        record Generated(Path directory) implements Tls {}

        /** With a certificate and its key, as PEM files. */
        record Given(Path certificate, Path key) implements Tls {}
    }

    public boolean encrypted() {
        return !(tls instanceof Tls.Off);
    }
}
