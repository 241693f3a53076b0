package slipway.surface.run.server.proxy;

import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Problem;
import slipway.base.WorkloadId;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.WorkloadState;
import slipway.surface.web.http.AllowedHosts;
import slipway.surface.web.http.ClientAddress;

/**
 * Checks every request to a workspace before it forwards it, in this order: the host and origin, the pass, the present
 * access of its holder, the state of the workspace, and whether its app listens.
 */
final class WorkspaceProxy extends Handler.Abstract {

    /** The only path that the proxy answers itself. */
    static final String ENTER = "/.slipway/enter";

    private static final Logger LOG = LoggerFactory.getLogger(WorkspaceProxy.class);
    private static final Pattern TICKET = Pattern.compile("ticket=([A-Za-z0-9_-]{20,100})");
    private static final Pattern PRINTABLE_PATH = Pattern.compile("/[\\x21-\\x7e]*");
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE");
    private static final String COOKIE = "slipway_workspace_";
    private static final int MAX_TARGET_LENGTH = 8 << 10;

    private final AllowedHosts allowedHosts;
    private final WorkspaceAccess workspaceAccess;
    private final boolean secure;

    /**
     * @param secure whether browsers connect by TLS, so that the cookie is sent only by TLS
     */
    WorkspaceProxy(AllowedHosts allowedHosts, WorkspaceAccess workspaceAccess, boolean secure) {
        this.allowedHosts = allowedHosts;
        this.workspaceAccess = workspaceAccess;
        this.secure = secure;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        var workspaceId = new WorkloadId(request.getConnectionMetaData().getConnector().getName());
        try {
            proxy(workspaceId, request, response, callback);
        } catch (Problem problem) {
            show(ProxyNotice.of(problem, problem.code().status()), response, callback);
        } catch (IOException | RuntimeException e) {
            LOG.debug("A request to the workspace {} failed", workspaceId, e);
            if (response.isCommitted()) {
                callback.failed(e);
            } else {
                response.reset();
                String name =
                        workspaceAccess
                                .find(workspaceId)
                                .map(Workload::name)
                                .orElse("The workspace");
                show(ProxyNotice.broken(name), response, callback);
            }
        }
        return true;
    }

    private void proxy(
            WorkloadId workspaceId, Request request, Response response, Callback callback)
            throws IOException {
        allowedHosts.check(request);
        String target = ProxyExchange.target(request);
        if (request.getMethod().equals("GET") && target.startsWith(ENTER)) {
            enter(workspaceId, target, response, callback);
            return;
        }
        ClientAddress clientAddress =
                ClientAddress.of(request.getConnectionMetaData().getRemoteSocketAddress());
        Optional<WorkspacePasses.Pass> valid =
                pass(workspaceId, request)
                        .filter(pass -> workspaceAccess.mayEnter(pass, clientAddress));
        Optional<Workload> found = valid.flatMap(_ -> workspaceAccess.find(workspaceId));
        boolean malformed =
                !METHODS.contains(request.getMethod())
                        || !PRINTABLE_PATH.matcher(target).matches()
                        || target.length() > MAX_TARGET_LENGTH;
        if (found.isEmpty() || malformed) {
            show(ProxyNotice.noPass(), response, callback);
            return;
        }
        Workload workload = found.get();
        if (workload.state() instanceof WorkloadState.Ended(_, _, var because, _)) {
            show(ProxyNotice.ended(workload.name(), because), response, callback);
            return;
        }
        Optional<ByteChannel> app = workspaceAccess.connect(workload);
        if (app.isEmpty()) {
            show(ProxyNotice.notListening(workload, workspaceAccess.now()), response, callback);
            return;
        }
        Optional<AppConnection> connection = workspaceAccess.register(valid.get(), app.get());
        if (connection.isEmpty()) {
            show(ProxyNotice.full(workload.name()), response, callback);
            return;
        }
        forward(
                new ProxyExchange(request, response, connection.get()),
                connection.get(),
                request,
                callback);
    }

    private void forward(
            ProxyExchange proxyExchange,
            AppConnection appConnection,
            Request request,
            Callback callback)
            throws IOException {
        boolean tunneled = false;
        try {
            if (isUserAction(request)) {
                workspaceAccess.recordUse(appConnection.pass().workload());
            }
            AppHead head = proxyExchange.send();
            tunneled = head.status() == AppHead.SWITCHING_PROTOCOLS;
            if (!tunneled) {
                proxyExchange.forward(head);
                callback.succeeded();
            } else if (ProxyExchange.isWebSocketUpgrade(request)) {
                proxyExchange.tunnel(
                        head,
                        () -> workspaceAccess.recordUse(appConnection.pass().workload()),
                        () -> workspaceAccess.close(appConnection),
                        callback);
            } else {
                tunneled = false;
                throw new IOException("The app switches protocols without a request");
            }
        } finally {
            if (!tunneled) {
                workspaceAccess.close(appConnection);
            }
        }
    }

    /** An unattended open page polls by itself, with requests that neither navigate nor change anything. */
    private static boolean isUserAction(Request request) {
        return switch (request.getMethod()) {
            case "GET", "HEAD", "OPTIONS" ->
                    "navigate".equals(request.getHeaders().get("Sec-Fetch-Mode"));
            default -> true;
        };
    }

    /** The ticket is part of the address; a later reader of the address cannot use it again. */
    private void enter(
            WorkloadId workspaceId, String target, Response response, Callback callback) {
        Matcher ticket = TICKET.matcher(target);
        boolean valid = target.startsWith(ENTER + "?") && ticket.find(ENTER.length() + 1);
        Optional<String> pass =
                valid
                        ? workspaceAccess.passes().exchange(ticket.group(1), workspaceId, now())
                        : Optional.empty();
        if (pass.isEmpty()) {
            show(ProxyNotice.noPass(), response, callback);
            return;
        }
        response.setStatus(303);
        response.getHeaders().put(HttpHeader.LOCATION, "/");
        response.getHeaders().put("Referrer-Policy", "no-referrer");
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.getHeaders()
                .put(
                        HttpHeader.SET_COOKIE,
                        "%s%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s"
                                .formatted(
                                        COOKIE,
                                        workspaceId.value(),
                                        pass.get(),
                                        WorkspacePasses.PASS.toSeconds(),
                                        secure ? "; Secure" : ""));
        callback.succeeded();
    }

    private Instant now() {
        return workspaceAccess.now();
    }

    /** Scripts of another workspace can put a cookie of this name before the real one, so all are checked. */
    private Optional<WorkspacePasses.Pass> pass(WorkloadId workspaceId, Request request) {
        String name = COOKIE + workspaceId.value() + "=";
        return request.getHeaders().getValuesList(HttpHeader.COOKIE).stream()
                .flatMap(line -> Arrays.stream(line.split(";", -1)))
                .map(String::strip)
                .filter(cookie -> cookie.startsWith(name))
                .flatMap(
                        cookie ->
                                workspaceAccess
                                        .passes()
                                        .find(cookie.substring(name.length()), workspaceId, now())
                                        .stream())
                .findFirst();
    }

    private static void show(ProxyNotice proxyNotice, Response response, Callback callback) {
        response.setStatus(proxyNotice.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/html; charset=utf-8");
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        response.getHeaders()
                .put(
                        "Content-Security-Policy",
                        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'");
        Content.Sink.write(response, true, proxyNotice.html(), callback);
    }
}
