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
public record ListenSettings(String host, int port, Optional<URI> publicUrl, Tls tls, Proxy proxy) {

    /**
     * What an administrator says about a proxy with TLS in front of the server.
     *
     * @param workspaceUrl scheme and host at which it forwards the ports of workspaces
     * @param hsts whether everything at its host uses TLS, so that browsers may use nothing else there
     */
    public record Proxy(Optional<URI> workspaceUrl, boolean hsts) {

        public static final Proxy NONE = new Proxy(Optional.empty(), false);
    }

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

    /**
     * Whether a header makes browsers use only TLS at this host. It holds for all its ports, so the server sends
     * it only if it serves them by TLS itself, or an administrator says that the proxy does.
     */
    boolean sendsHsts() {
        return isEncrypted() || proxy.hsts();
    }

    /** The URL at which browsers reach a port of a workspace. */
    public URI workspaceUrl(int workspacePort) {
        String scheme =
                proxy.workspaceUrl()
                        .map(URI::getScheme)
                        .orElseGet(() -> isEncrypted() ? "https" : "http");
        String name =
                proxy.workspaceUrl().or(this::publicUrl).map(URI::getHost).orElse(reachableHost());
        return URI.create("%s://%s:%d".formatted(scheme, name, workspacePort));
    }

    private String reachableHost() {
        return switch (host) {
            case "0.0.0.0" -> "127.0.0.1";
            case "::", "[::]" -> "[::1]";
            default -> bracketed();
        };
    }

    private String bracketed() {
        return host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    }

    /** The names of the server besides the loopback names. */
    public Set<String> names() {
        Stream<URI> urls = Stream.concat(publicUrl.stream(), proxy.workspaceUrl().stream());
        return Stream.concat(Stream.of(bracketed()), urls.map(URI::getHost))
                .collect(Collectors.toSet());
    }
}
