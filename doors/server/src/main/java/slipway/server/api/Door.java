package slipway.server.api;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jetty.server.Server;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Code;
import slipway.base.Kind;
import slipway.base.Problem;

/** The one way in: who may pass, what is answered to whom, and how trouble looks from outside. */
public final class Door implements AutoCloseable {

    static final Code PORT_IN_USE =
            Code.of(Kind.CONFLICT, "port-in-use", "Another program listens on the port.");
    static final Code NO_ADDRESS =
            Code.of(Kind.INVALID, "no-such-address", "This machine does not have the address.");
    static final Code CANNOT_LISTEN =
            Code.of(
                    Kind.OUTSIDE,
                    "cannot-listen",
                    "The system does not let the server listen on the port.");
    static final Code NOT_SIGNED_IN =
            new Code(
                    Kind.DENIED,
                    "not-signed-in",
                    401,
                    "The request carries no token, or not a valid one.");
    static final Code WRONG_HOST =
            new Code(
                    Kind.DENIED,
                    "wrong-host",
                    403,
                    "The request was meant for a host that this server is not.");
    static final Code NO_ROUTE =
            Code.of(Kind.NOT_FOUND, "no-such-route", "Nothing is offered at this path.");
    static final Code REFUSED =
            new Code(Kind.INVALID, "bad-request", 400, "The request could not be understood.");
    static final Code BUG =
            Code.of(Kind.BUG, "server-bug", "The server made a mistake; its log says where.");

    private static final Logger LOG = LoggerFactory.getLogger(Door.class);
    private static final long LARGEST_BODY = 1 << 20;
    private static final long STOP_MILLIS = 3_000;
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

    private final Javalin javalin;
    private final Listen listen;
    private final InetSocketAddress address;
    private final List<Routes> routes;

    private Door(Javalin javalin, Listen listen, InetSocketAddress address, List<Routes> routes) {
        this.javalin = javalin;
        this.listen = listen;
        this.address = address;
        this.routes = routes;
    }

    /** Where to listen. */
    public record Listen(String host, int port) {}

    public static Door open(Listen listen, LocalToken token, List<Routes> routes) {
        InetSocketAddress address = free(listen);
        boolean loopback = address.getAddress().isLoopbackAddress();
        Set<String> open =
                routes.stream().flatMap(r -> r.open().stream()).collect(Collectors.toSet());
        Javalin javalin =
                Javalin.create(
                        config -> {
                            configure(config);
                            config.routes.before(ctx -> guard(ctx, loopback, token, open));
                            routes.forEach(r -> r.addTo(config.routes));
                            answerTrouble(config);
                        });
        try {
            javalin.start(listen.host(), listen.port());
            return new Door(javalin, listen, address, routes);
        } catch (RuntimeException e) {
            throw cannotListen(listen, e);
        }
    }

    /** Tried before Javalin tries it, which would put a trace into the log besides what we say. */
    private static InetSocketAddress free(Listen listen) {
        var address = new InetSocketAddress(listen.host(), listen.port());
        if (address.isUnresolved()) {
            throw noAddress(listen, "No address is known under this name.");
        }
        try (var channel = ServerSocketChannel.open()) {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true).bind(address);
            return address;
        } catch (IOException e) {
            throw cannotListen(listen, new UncheckedIOException(e));
        }
    }

    private static void configure(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.startup.startupWatcherEnabled = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.concurrency.useVirtualThreads = true;
        config.http.maxRequestSize = LARGEST_BODY;
        config.jetty.modifyHttpConfiguration(
                http -> {
                    http.setSendServerVersion(false);
                    http.setRequestHeaderSize(16 * 1024);
                });
        config.jetty.modifyServer((Server server) -> server.setStopTimeout(STOP_MILLIS));
    }

    public int port() {
        return javalin.port();
    }

    /** The address a person on this machine opens; 0.0.0.0 and [::] mean every address and are none to go to. */
    public String url() {
        String host = listen.host().contains(":") ? "[" + listen.host() + "]" : listen.host();
        if (address.getAddress().isAnyLocalAddress()) {
            host = address.getAddress() instanceof Inet6Address ? "[::1]" : "127.0.0.1";
        }
        return "http://" + host + ":" + port();
    }

    /** Whether other machines may reach it. */
    public boolean reachable() {
        return !address.getAddress().isLoopbackAddress();
    }

    private static void guard(Context ctx, boolean loopback, LocalToken token, Set<String> open) {
        ctx.header("X-Content-Type-Options", "nosniff");
        ctx.header("Referrer-Policy", "no-referrer");
        ctx.header(
                "Content-Security-Policy",
                "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'");
        ctx.header("Cache-Control", "no-store");
        // A page in the user's browser can reach this address too, under a name of its own
        // choosing.
        if (loopback && !THIS_MACHINE.contains(hostName(ctx))) {
            throw new Problem(
                    WRONG_HOST,
                    "The request asks for the host '" + hostName(ctx) + "'.",
                    "This server listens on this machine only, and answers only to its name.",
                    "Use http://127.0.0.1:"
                            + ctx.req().getLocalPort()
                            + ", or start it with --host.");
        }
        if (!open.contains(ctx.path()) && !signedIn(ctx, token)) {
            ctx.header("WWW-Authenticate", "Bearer");
            throw near(ctx) ? noToken() : fromElsewhere();
        }
    }

    private static Problem noToken() {
        return new Problem(
                NOT_SIGNED_IN,
                "The request was not let in.",
                "It carries no valid token.",
                "Send 'Authorization: Bearer TOKEN'; on this machine the token is in "
                        + LocalToken.FILE
                        + " in the data directory.");
    }

    private static Problem fromElsewhere() {
        return new Problem(
                NOT_SIGNED_IN,
                "The request was not let in.",
                "It comes from another address, and the local token is taken from this machine only.",
                "Send it on the server's own machine, to 127.0.0.1.");
    }

    private static String hostName(Context ctx) {
        String host = ctx.host() == null ? "" : ctx.host();
        return host.replaceAll(":[0-9]*$", "").toLowerCase(Locale.ROOT);
    }

    private static boolean signedIn(Context ctx, LocalToken token) {
        String header = ctx.header("Authorization");
        return near(ctx)
                && header != null
                && header.startsWith("Bearer ")
                && token.is(header.substring(7).strip());
    }

    private static boolean near(Context ctx) {
        return new InetSocketAddress(ctx.req().getRemoteAddr(), 0).getAddress().isLoopbackAddress();
    }

    private static void answerTrouble(JavalinConfig config) {
        config.routes.exception(Problem.class, (problem, ctx) -> ProblemJson.answer(ctx, problem));
        config.routes.exception(
                HttpResponseException.class, (e, ctx) -> ProblemJson.answer(ctx, refused(e, ctx)));
        config.routes.exception(
                Exception.class,
                (e, ctx) -> {
                    LOG.error("{} {} failed", ctx.method(), ctx.path(), e);
                    ProblemJson.answer(
                            ctx,
                            new Problem(
                                    BUG,
                                    "The request failed.",
                                    "The server made a mistake.",
                                    "Report it; the log says more."));
                });
    }

    private static Problem refused(HttpResponseException e, Context ctx) {
        if (e.getStatus() == 404) {
            return new Problem(
                    NO_ROUTE,
                    "There is nothing at " + ctx.method() + " " + ctx.path() + ".",
                    "No route has this path and method.",
                    "See the API reference for what is offered.");
        }
        Code code = new Code(Kind.INVALID, REFUSED.name(), e.getStatus(), REFUSED.meaning());
        return new Problem(
                code,
                "The request was refused.",
                String.valueOf(e.getMessage()),
                "Correct it and send it again.");
    }

    private static RuntimeException cannotListen(Listen listen, RuntimeException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException refused) {
                return cannotBind(listen, refused).causedBy(e);
            }
        }
        return e;
    }

    private static Problem cannotBind(Listen listen, BindException refused) {
        String said = String.valueOf(refused.getMessage());
        if (said.contains("assign")) {
            return noAddress(listen, "This machine has no such address.");
        }
        String what = "Cannot listen on port " + listen.port() + " of " + listen.host() + ".";
        return said.contains("in use")
                ? new Problem(
                        PORT_IN_USE,
                        what,
                        "Another program does already; perhaps a Slipway that still runs.",
                        "Stop it, or choose another port with --port (0 takes any free one).")
                : new Problem(
                        CANNOT_LISTEN,
                        what,
                        "The system says: " + said + ".",
                        "Choose another port with --port; those below 1024 are often kept for root.");
    }

    private static Problem noAddress(Listen listen, String why) {
        return new Problem(
                NO_ADDRESS,
                "Cannot listen on " + listen.host() + ".",
                why,
                "Use --host 127.0.0.1 for this machine only, or --host 0.0.0.0 for every address it has.");
    }

    /** Ends what goes on for ever, lets the rest finish, and stops listening. */
    @Override
    public void close() {
        routes.forEach(Routes::end);
        javalin.stop();
    }
}
