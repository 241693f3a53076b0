package slipway.surface.web.http;

import java.net.URI;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where and how to listen.
 *
 * @param publicUrl where people reach it, when that is not simply its address: it has a name, or a proxy before it
 */
public record ListenSettings(String host, int port, Optional<URI> publicUrl, Tls tls) {

    /** Whether what goes over the wire is encrypted, and with which certificate. */
    public sealed interface Tls {

        /** Not at all: this machine only, or behind a proxy that does it. */
        record Off() implements Tls {}

        /** With a certificate made here, which browsers ask about and clients pin. */
        record Generated(Path directory) implements Tls {}

        /** With a certificate and its key, as PEM files. */
        record Given(Path certificate, Path key) implements Tls {}
    }

    /** Whether the server itself speaks TLS. */
    public boolean isEncrypted() {
        return !(tls instanceof Tls.Off);
    }

    /** What is shown to whoever comes; empty without TLS, and before the server has made its own. */
    public Optional<X509Certificate> certificate() {
        return Certificates.existing(tls);
    }

    /** Whether browsers come by TLS, here or at a proxy: then a cookie is never to be sent without. */
    public boolean isReachedByTls() {
        return isEncrypted()
                || publicUrl.filter(url -> "https".equals(url.getScheme())).isPresent();
    }

    /** Under which it is known besides the usual names of this machine. */
    public Set<String> names() {
        String own = host.contains(":") ? "[" + host + "]" : host;
        return Stream.concat(Stream.of(own), publicUrl.map(URI::getHost).stream())
                .collect(Collectors.toSet());
    }
}
