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

/** What is spoken on the wire, and who answers. */
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
    static ConnectionFactory[] connectionFactories(ListenSettings listenSettings) {
        HttpConfiguration http = http(listenSettings);
        List<ConnectionFactory> factories = new ArrayList<>();
        if (listenSettings.isEncrypted()) {
            var alpn = new ALPNServerConnectionFactory();
            alpn.setDefaultProtocol("http/1.1");
            factories.add(
                    new SslConnectionFactory(
                            Certificates.context(listenSettings), alpn.getProtocol()));
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
     * For what is passed on to others. HTTP/1.1 alone, in which a WebSocket takes the connection over. Paths are passed
     * on as they came, and what they mean is up to whoever gets them.
     */
    public static ConnectionFactory[] gatewayFactories(ListenSettings listenSettings) {
        HttpConfiguration http = http(listenSettings);
        http.setUriCompliance(UriCompliance.UNSAFE);
        var plain = new HttpConnectionFactory(http);
        return listenSettings.isEncrypted()
                ? new ConnectionFactory[] {
                    new SslConnectionFactory(
                            Certificates.context(listenSettings), plain.getProtocol()),
                    plain
                }
                : new ConnectionFactory[] {plain};
    }

    /**
     * Lets whoever is inside finish within the server's time. Whoever has not is cut off: that is what the time is for,
     * and no reason to leave the rest of the house open, though Jetty reports it like a failure.
     */
    public static void stop(Server server) {
        try {
            server.stop();
        } catch (TimeoutException cutOff) {
            if (cutOff.getSuppressed().length > 0) {
                throw new IllegalStateException("The door does not close", cutOff);
            }
        } catch (Exception e) {
            throw new IllegalStateException("The door does not close", e);
        }
    }

    private static HttpConfiguration http(ListenSettings listenSettings) {
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(true);
        http.setRequestHeaderSize(MAX_HEADER_BYTES);
        // What a proxy before us might read in another way is not read at all.
        http.setHttpCompliance(HttpCompliance.STRICT);
        if (listenSettings.isEncrypted()) {
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
