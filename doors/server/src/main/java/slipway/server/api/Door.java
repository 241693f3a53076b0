package slipway.server.api;

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
import slipway.base.Ids;

/** The one way in: it listens, and whoever comes goes through the {@link Entrance}. */
public final class Door implements AutoCloseable {

    /**
     * Longer than clients keep a connection that they do not use, which is 30 s for Java's and 60 s for many proxies:
     * were this door the first to close it, the next request would run into that.
     */
    private static final Duration SILENCE = Duration.ofSeconds(75);

    private static final Duration STOP = Duration.ofSeconds(3);
    private static final int CONNECTIONS = 20_000;

    private final Server server;
    private final ServerConnector connector;
    private final Listen listen;
    private final InetSocketAddress address;
    private final Watch watch;

    private Door(
            Server server,
            ServerConnector connector,
            Listen listen,
            InetSocketAddress address,
            Watch watch) {
        this.server = server;
        this.connector = connector;
        this.listen = listen;
        this.address = address;
        this.watch = watch;
    }

    /** Everything the door needs to know of the house. */
    public record House(
            Gatekeeper gatekeeper, Ids ids, Measures measures, Apology apology, String version) {}

    public static Door open(Listen listen, House house, List<Binding<?, ?>> bindings) {
        return open(listen, house, bindings, new Watch(Watch.Limits.USUAL));
    }

    static Door open(Listen listen, House house, List<Binding<?, ?>> bindings, Watch watch) {
        InetSocketAddress address = free(listen);
        var server = new Server(Wiring.threads("door"));
        var connector = new ServerConnector(server, 1, 1, Wiring.own(listen));
        connector.setHost(listen.host());
        connector.setPort(listen.port());
        connector.setIdleTimeout(SILENCE.toMillis());
        connector.addBean(watch);
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(CONNECTIONS, server));
        boolean reachable = !address.getAddress().isLoopbackAddress();
        server.setHandler(
                new Entrance(
                        Router.of(bindings),
                        house.gatekeeper(),
                        new Hosts(listen.names(), reachable),
                        watch,
                        new Entrance.Desk(
                                house.ids(),
                                house.measures(),
                                house.apology(),
                                listen.seenEncrypted(),
                                house.version())));
        server.setErrorHandler(new Faults());
        server.setStopTimeout(STOP.toMillis());
        measure(house.measures(), watch);
        var door = new Door(server, connector, listen, address, watch);
        door.start();
        return door;
    }

    private static void measure(Measures measures, Watch watch) {
        measures.gauge("slipway_http_requests_under_way", "Requests under way.", watch::requests);
        measures.gauge("slipway_http_bodies", "Bodies that have not come in whole.", watch::bodies);
        measures.gauge("slipway_http_streams", "Event streams under way.", watch::streams);
        measures.gauge("slipway_http_connections", "Open connections.", watch::connections);
    }

    /** Tried before Jetty tries it, which would put a trace into the log besides what we say. */
    private static InetSocketAddress free(Listen listen) {
        var address = new InetSocketAddress(listen.host(), listen.port());
        if (address.isUnresolved()) {
            throw Listening.noAddress(listen, "No address is known under this name.");
        }
        try (var channel = ServerSocketChannel.open()) {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true).bind(address);
            return address;
        } catch (BindException e) {
            throw Listening.cannotBind(listen, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void start() {
        try {
            server.start();
            watch.start();
        } catch (BindException e) {
            throw Listening.cannotBind(listen, e);
        } catch (Exception e) {
            throw Listening.cause(e, BindException.class)
                    .<RuntimeException>map(refused -> Listening.cannotBind(listen, refused))
                    .orElseGet(() -> new IllegalStateException("The door does not open", e));
        }
    }

    public int port() {
        return connector.getLocalPort();
    }

    /** The address a person on this machine opens; 0.0.0.0 and [::] mean every address and are none to go to. */
    public String url() {
        String host = listen.host().contains(":") ? "[" + listen.host() + "]" : listen.host();
        if (address.getAddress().isAnyLocalAddress()) {
            host = address.getAddress() instanceof Inet6Address ? "[::1]" : "127.0.0.1";
        }
        return (listen.encrypted() ? "https://" : "http://") + host + ":" + port();
    }

    /** The certificate that whoever comes is shown, as PEM; none without TLS. */
    public Optional<String> certificate() {
        return Optional.ofNullable(connector.getConnectionFactory(SslConnectionFactory.class))
                .map(SslConnectionFactory::getSslContextFactory)
                .map(Certificates::shown);
    }

    /** Whether other machines may reach it. */
    public boolean reachable() {
        return !address.getAddress().isLoopbackAddress();
    }

    /** Ends what goes on for ever, lets the rest finish, and stops listening. */
    @Override
    public void close() {
        watch.endStreams();
        try {
            Wiring.stop(server);
        } finally {
            watch.close();
        }
    }
}
