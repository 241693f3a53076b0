package slipway.surface.web.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import slipway.base.IdGenerator;

/** The one way in: it listens, and whoever comes goes through the {@link RequestPipeline}. */
public final class HttpServer implements AutoCloseable {

    /**
     * Longer than clients keep a connection that they do not use, which is 30 s for Java's and 60 s for many proxies:
     * were this door the first to close it, the next request would run into that.
     */
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(75);

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(3);
    private static final int MAX_CONNECTIONS = 20_000;

    private final Server server;
    private final ServerConnector connector;
    private final ListenSettings listenSettings;
    private final InetSocketAddress address;
    private final LoadLimiter loadLimiter;

    private HttpServer(
            Server server,
            ServerConnector connector,
            ListenSettings listenSettings,
            InetSocketAddress address,
            LoadLimiter loadLimiter) {
        this.server = server;
        this.connector = connector;
        this.listenSettings = listenSettings;
        this.address = address;
        this.loadLimiter = loadLimiter;
    }

    /** Everything the door needs to know of the house. */
    public record Services(
            Authenticator gatekeeper,
            IdGenerator ids,
            ServerMetrics measures,
            ProblemResponse apology,
            String version) {}

    public static HttpServer open(
            ListenSettings listenSettings, Services services, List<RouteHandler<?, ?>> bindings) {
        return open(
                listenSettings, services, bindings, new LoadLimiter(LoadLimiter.Limits.DEFAULT));
    }

    static HttpServer open(
            ListenSettings listenSettings,
            Services services,
            List<RouteHandler<?, ?>> bindings,
            LoadLimiter loadLimiter) {
        InetSocketAddress address = bindableAddress(listenSettings);
        var server = new Server(JettySetup.threads("door"));
        var connector =
                new ServerConnector(server, 1, 1, JettySetup.connectionFactories(listenSettings));
        connector.setHost(listenSettings.host());
        connector.setPort(listenSettings.port());
        connector.setIdleTimeout(IDLE_TIMEOUT.toMillis());
        connector.addBean(loadLimiter);
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(MAX_CONNECTIONS, server));
        boolean reachable = !address.getAddress().isLoopbackAddress();
        server.setHandler(
                new RequestPipeline(
                        Router.of(bindings),
                        services.gatekeeper(),
                        new AllowedHosts(listenSettings.names(), reachable),
                        loadLimiter,
                        new RequestPipeline.Services(
                                services.ids(),
                                services.measures(),
                                services.apology(),
                                listenSettings.isReachedByTls(),
                                services.version())));
        server.setErrorHandler(new MalformedRequests());
        server.setStopTimeout(STOP_TIMEOUT.toMillis());
        registerGauges(services.measures(), loadLimiter);
        var httpServer = new HttpServer(server, connector, listenSettings, address, loadLimiter);
        httpServer.start();
        return httpServer;
    }

    private static void registerGauges(ServerMetrics serverMetrics, LoadLimiter loadLimiter) {
        serverMetrics.gauge(
                "slipway_http_requests_under_way", "Requests under way.", loadLimiter::requests);
        serverMetrics.gauge(
                "slipway_http_bodies", "Bodies that have not come in whole.", loadLimiter::bodies);
        serverMetrics.gauge(
                "slipway_http_streams", "Event streams under way.", loadLimiter::streams);
        serverMetrics.gauge(
                "slipway_http_connections", "Open connections.", loadLimiter::connections);
    }

    /** Tried before Jetty tries it, which would put a trace into the log besides what we say. */
    private static InetSocketAddress bindableAddress(ListenSettings listenSettings) {
        var address = new InetSocketAddress(listenSettings.host(), listenSettings.port());
        if (address.isUnresolved()) {
            throw ListenProblems.noAddress(listenSettings, "No address is known under this name.");
        }
        try (var channel = ServerSocketChannel.open()) {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true).bind(address);
            return address;
        } catch (BindException e) {
            throw ListenProblems.cannotBind(listenSettings, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void start() {
        try {
            server.start();
            loadLimiter.start();
        } catch (BindException e) {
            throw ListenProblems.cannotBind(listenSettings, e);
        } catch (Exception e) {
            throw ListenProblems.cause(e, BindException.class)
                    .<RuntimeException>map(
                            refused -> ListenProblems.cannotBind(listenSettings, refused))
                    .orElseGet(() -> new IllegalStateException("The door does not open", e));
        }
    }

    public int port() {
        return connector.getLocalPort();
    }

    /** The address a person on this machine opens; 0.0.0.0 and [::] mean every address and are none to go to. */
    public String url() {
        String host =
                listenSettings.host().contains(":")
                        ? "[" + listenSettings.host() + "]"
                        : listenSettings.host();
        if (address.getAddress().isAnyLocalAddress()) {
            host = address.getAddress() instanceof Inet6Address ? "[::1]" : "127.0.0.1";
        }
        return (listenSettings.isEncrypted() ? "https://" : "http://") + host + ":" + port();
    }

    /** The certificate that whoever comes is shown, as PEM; none without TLS. */
    public Optional<String> certificate() {
        return Optional.ofNullable(connector.getConnectionFactory(SslConnectionFactory.class))
                .map(SslConnectionFactory::getSslContextFactory)
                .map(Certificates::pem);
    }

    /** Whether other machines may reach it. */
    public boolean reachable() {
        return !address.getAddress().isLoopbackAddress();
    }

    /** Ends what goes on for ever, lets the rest finish, and stops listening. */
    @Override
    public void close() {
        loadLimiter.endStreams();
        try {
            JettySetup.stop(server);
        } finally {
            loadLimiter.close();
        }
    }
}
