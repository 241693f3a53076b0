package slipway.surface.web.http;

import java.net.URI;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The address, port and TLS settings of the server.
 *
 * @param publicUrl the URL for users, if it differs from the address: a host name or a proxy
 */
public record ListenSettings(String host, int port, Optional<URI> publicUrl, Tls tls) {

    /** Whether connections are encrypted, and with which certificate. */
    public sealed interface Tls {

        /** No TLS: for this machine only, or behind a proxy with TLS. */
        record Off() implements Tls {}

        /** A generated certificate, which browsers warn about and clients pin. */
        record Generated(Path directory) implements Tls {}

        /** A certificate and its key as PEM files. */
        record Given(Path certificate, Path key) implements Tls {}
    }

    /** Whether the server itself uses TLS. */
    public boolean isEncrypted() {
        return !(tls instanceof Tls.Off);
    }

    /** The server's certificate; empty without TLS and before the server has generated one. */
    public Optional<X509Certificate> certificate() {
        return Certificates.existing(tls);
    }

    /** Whether browsers use TLS, here or at a proxy: then cookies are sent over TLS only. */
    public boolean isReachedByTls() {
        return isEncrypted()
                || publicUrl.filter(url -> "https".equals(url.getScheme())).isPresent();
    }

    /** The names of the server besides the loopback names. */
    public Set<String> names() {
        String own = host.contains(":") ? "[" + host + "]" : host;
        return Stream.concat(Stream.of(own), publicUrl.map(URI::getHost).stream())
                .collect(Collectors.toSet());
    }
}
