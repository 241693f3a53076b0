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

/** The HTTP server. Every request goes through the {@link RequestPipeline}. */
public final class HttpServer implements AutoCloseable {

    /** Longer than the limiter, which closes connections between two requests. */
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(90);

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(3);
    private static final int MAX_CONNECTIONS = 20_000;

    private final Server server;
    private final ServerConnector connector;
    private final ListenSettings settings;
    private final InetSocketAddress address;
    private final LoadLimiter limiter;

    private HttpServer(
            Server server,
            ServerConnector connector,
            ListenSettings settings,
            InetSocketAddress address,
            LoadLimiter limiter) {
        this.server = server;
        this.connector = connector;
        this.settings = settings;
        this.address = address;
        this.limiter = limiter;
    }

    /** The services that the server uses. */
    public record Services(
            Authenticator authenticator,
            IdGenerator ids,
            ServerMetrics metrics,
            ProblemResponse problemResponse,
            RepeatedRequests repeated,
            String version) {}

    public static HttpServer open(
            ListenSettings settings, Services services, List<RouteHandler<?, ?>> bindings) {
        return open(settings, services, bindings, new LoadLimiter(LoadLimiter.Limits.DEFAULT));
    }

    static HttpServer open(
            ListenSettings settings,
            Services services,
            List<RouteHandler<?, ?>> bindings,
            LoadLimiter limiter) {
        InetSocketAddress address = bindableAddress(settings);
        var server = new Server(JettySetup.threads("http"));
        var connector = new ServerConnector(server, 1, 1, JettySetup.connectionFactories(settings));
        connector.setHost(settings.host());
        connector.setPort(settings.port());
        connector.setIdleTimeout(IDLE_TIMEOUT.toMillis());
        connector.addBean(limiter);
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(MAX_CONNECTIONS, server));
        boolean reachable = !address.getAddress().isLoopbackAddress();
        server.setHandler(
                new RequestPipeline(
                        Router.of(bindings),
                        services.authenticator(),
                        new AllowedHosts(settings.names(), reachable),
                        limiter,
                        new RequestPipeline.Services(
                                services.ids(),
                                services.metrics(),
                                services.problemResponse(),
                                settings.isReachedByTls(),
                                settings.sendsHsts(),
                                services.repeated(),
                                services.version())));
        server.setErrorHandler(new MalformedRequests());
        server.setStopTimeout(STOP_TIMEOUT.toMillis());
        registerGauges(services.metrics(), limiter);
        var httpServer = new HttpServer(server, connector, settings, address, limiter);
        httpServer.start();
        return httpServer;
    }

    private static void registerGauges(ServerMetrics metrics, LoadLimiter limiter) {
        metrics.gauge(
                "slipway_http_requests_under_way", "Requests in progress.", limiter::requests);
        metrics.gauge("slipway_http_bodies", "Request bodies in progress.", limiter::bodies);
        metrics.gauge("slipway_http_streams", "Event streams in progress.", limiter::streams);
        metrics.gauge("slipway_http_connections", "Open connections.", limiter::connections);
    }

    /** Binds the address before Jetty does, because Jetty would log a stack trace on failure. */
    private static InetSocketAddress bindableAddress(ListenSettings settings) {
        var address = new InetSocketAddress(settings.host(), settings.port());
        if (address.isUnresolved()) {
            throw ListenProblems.noAddress(settings, "The name has no address.");
        }
        try (var channel = ServerSocketChannel.open()) {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true).bind(address);
            return address;
        } catch (BindException e) {
            throw ListenProblems.cannotBind(settings, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void start() {
        try {
            server.start();
            limiter.start();
        } catch (BindException e) {
            throw ListenProblems.cannotBind(settings, e);
        } catch (Exception e) {
            throw ListenProblems.cause(e, BindException.class)
                    .<RuntimeException>map(refused -> ListenProblems.cannotBind(settings, refused))
                    .orElseGet(() -> new IllegalStateException("The HTTP server did not start", e));
        }
    }

    public int port() {
        return connector.getLocalPort();
    }

    /** The address to open on this machine; 0.0.0.0 and [::] are replaced by the loopback address. */
    public String url() {
        String host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
        if (address.getAddress().isAnyLocalAddress()) {
            host = address.getAddress() instanceof Inet6Address ? "[::1]" : "127.0.0.1";
        }
        return (settings.isEncrypted() ? "https://" : "http://") + host + ":" + port();
    }

    /** The server's certificate as PEM; empty without TLS. */
    public Optional<String> certificate() {
        return Optional.ofNullable(connector.getConnectionFactory(SslConnectionFactory.class))
                .map(SslConnectionFactory::getSslContextFactory)
                .map(Certificates::pem);
    }

    /** Whether other machines may reach it. */
    public boolean isReachable() {
        return !address.getAddress().isLoopbackAddress();
    }

    /** Ends the streams, lets other requests finish, and stops listening. */
    @Override
    public void close() {
        limiter.endStreams();
        try {
            JettySetup.stop(server);
        } finally {
            limiter.close();
        }
    }
}
