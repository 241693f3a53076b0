package slipway.surface.web.http;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Configures Jetty: its protocols, limits and threads. */
public final class JettySetup {

    private static final int MAX_HEADER_BYTES = 16 * 1024;

    private JettySetup() {}

    public static QueuedThreadPool threads(String name) {
        var threads = new QueuedThreadPool(64, 4);
        threads.setName(name);
        threads.setDaemon(true);
        threads.setVirtualThreadsExecutor(
                Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("request-", 0).factory()));
        return threads;
    }

    /** For the server's own routes. */
    static ConnectionFactory[] connectionFactories(ListenSettings settings) {
        HttpConfiguration http = http(settings);
        List<ConnectionFactory> factories = new ArrayList<>();
        if (settings.isEncrypted()) {
            var alpn = new ALPNServerConnectionFactory();
            alpn.setDefaultProtocol("http/1.1");
            factories.add(
                    new SslConnectionFactory(Certificates.context(settings), alpn.getProtocol()));
            factories.add(alpn);
            factories.add(withStreamLimit(new HTTP2ServerConnectionFactory(http)));
            factories.add(new HttpConnectionFactory(http));
        } else {
            factories.add(new HttpConnectionFactory(http));
            factories.add(withStreamLimit(new HTTP2CServerConnectionFactory(http)));
        }
        return factories.toArray(ConnectionFactory[]::new);
    }

    /**
     * For the workspace gateway: HTTP/1.1 only, in which a WebSocket takes over the connection. Paths are passed on
     * unchanged, because only the program behind the gateway can interpret them.
     */
    public static ConnectionFactory[] gatewayFactories(ListenSettings settings) {
        HttpConfiguration http = http(settings);
        http.setUriCompliance(UriCompliance.UNSAFE);
        var plain = new HttpConnectionFactory(http);
        return settings.isEncrypted()
                ? new ConnectionFactory[] {
                    new SslConnectionFactory(Certificates.context(settings), plain.getProtocol()),
                    plain
                }
                : new ConnectionFactory[] {plain};
    }

    /**
     * Lets requests finish within the server's stop timeout. Requests that do not are aborted, which Jetty reports as a
     * {@code TimeoutException}; that is no failure here.
     */
    public static void stop(Server server) {
        try {
            server.stop();
        } catch (TimeoutException aborted) {
            if (aborted.getSuppressed().length > 0) {
                throw new IllegalStateException("The HTTP server did not stop", aborted);
            }
        } catch (Exception e) {
            throw new IllegalStateException("The HTTP server did not stop", e);
        }
    }

    private static HttpConfiguration http(ListenSettings settings) {
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(true);
        http.setRequestHeaderSize(MAX_HEADER_BYTES);
        // A request that a proxy might interpret differently is refused (request smuggling).
        http.setHttpCompliance(HttpCompliance.STRICT);
        if (settings.isEncrypted()) {
            var secure = new SecureRequestCustomizer();
            secure.setSniHostCheck(false);
            http.addCustomizer(secure);
        }
        return http;
    }

    private static HTTP2ServerConnectionFactory withStreamLimit(
            HTTP2ServerConnectionFactory factory) {
        factory.setMaxConcurrentStreams(128);
        return factory;
    }
}
