package slipway.server.api;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.net.BindException;
import java.net.InetSocketAddress;
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
    private final List<Routes> routes;

    private Door(Javalin javalin, List<Routes> routes) {
        this.javalin = javalin;
        this.routes = routes;
    }

    /** Where to listen. */
    public record Listen(String host, int port) {
        boolean loopback() {
            var address = new InetSocketAddress(host, port);
            return !address.isUnresolved() && address.getAddress().isLoopbackAddress();
        }
    }

    public static Door open(Listen listen, LocalToken token, List<Routes> routes) {
        Set<String> open =
                routes.stream().flatMap(r -> r.open().stream()).collect(Collectors.toSet());
        Javalin javalin =
                Javalin.create(
                        config -> {
                            configure(config);
                            config.routes.before(ctx -> guard(ctx, listen, token, open));
                            routes.forEach(r -> r.addTo(config.routes));
                            answerTrouble(config);
                        });
        try {
            return new Door(javalin.start(listen.host(), listen.port()), routes);
        } catch (RuntimeException e) {
            throw cannotListen(listen, e);
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

    private static void guard(Context ctx, Listen listen, LocalToken token, Set<String> open) {
        ctx.header("X-Content-Type-Options", "nosniff");
        ctx.header("Referrer-Policy", "no-referrer");
        ctx.header(
                "Content-Security-Policy",
                "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'");
        ctx.header("Cache-Control", "no-store");
        // A page in the user's browser can reach this address too, under a name of its own
        // choosing.
        if (listen.loopback() && !THIS_MACHINE.contains(hostName(ctx))) {
            throw new Problem(
                    WRONG_HOST,
                    "The request asks for the host '" + hostName(ctx) + "'.",
                    "This server listens on this machine only, and answers only to its name.",
                    "Use http://127.0.0.1:" + ctx.port() + ", or start it with --host.");
        }
        if (!open.contains(ctx.path()) && !signedIn(ctx, token)) {
            ctx.header("WWW-Authenticate", "Bearer");
            throw new Problem(
                    NOT_SIGNED_IN,
                    "The request was not let in.",
                    "It carries no valid token.",
                    "Send 'Authorization: Bearer TOKEN'; on this machine the token is in "
                            + LocalToken.FILE
                            + " in the data directory.");
        }
    }

    private static String hostName(Context ctx) {
        String host = ctx.host() == null ? "" : ctx.host();
        return host.replaceAll(":[0-9]*$", "").toLowerCase(Locale.ROOT);
    }

    private static boolean signedIn(Context ctx, LocalToken token) {
        String header = ctx.header("Authorization");
        boolean near =
                new InetSocketAddress(ctx.req().getRemoteAddr(), 0)
                        .getAddress()
                        .isLoopbackAddress();
        return near
                && header != null
                && header.startsWith("Bearer ")
                && token.is(header.substring(7).strip());
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
            String said = String.valueOf(cause.getMessage());
            if (cause instanceof BindException && said.contains("assign")) {
                return new Problem(
                        NO_ADDRESS,
                        "Cannot listen on " + listen.host() + ".",
                        "This machine has no such address.",
                        "Use --host 127.0.0.1 for this machine only, or --host 0.0.0.0 for every address it has.");
            }
            if (cause instanceof BindException || said.contains("already in use")) {
                return new Problem(
                        PORT_IN_USE,
                        "Cannot listen on port " + listen.port() + " of " + listen.host() + ".",
                        "Another program does already; perhaps a Slipway that still runs.",
                        "Stop it, or choose another port with --port (0 takes any free one).");
            }
        }
        return e;
    }

    /** Ends what goes on for ever, lets the rest finish, and stops listening. */
    @Override
    public void close() {
        routes.forEach(Routes::end);
        javalin.stop();
    }
}
