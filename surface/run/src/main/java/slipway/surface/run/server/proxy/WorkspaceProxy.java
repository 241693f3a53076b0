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
 * What every request to a workspace goes through, in this order: was it sent by a page of this workspace, does it carry
 * a pass, may its holder enter now, does the workspace run, does it listen. Only then is it passed on.
 */
final class WorkspaceProxy extends Handler.Abstract {

    /** The one path that is the proxy's own. */
    static final String ENTER = "/.slipway/enter";

    private static final Logger LOG = LoggerFactory.getLogger(WorkspaceProxy.class);
    private static final Pattern TICKET = Pattern.compile("ticket=([A-Za-z0-9_-]{20,100})");
    private static final Pattern PLAIN = Pattern.compile("/[\\x21-\\x7e]*");
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE");
    private static final String COOKIE = "slipway_workspace_";
    private static final int LONGEST_TARGET = 8 << 10;

    private final AllowedHosts allowedHosts;
    private final WorkspaceAccess workspaceAccess;
    private final boolean secure;

    /**
     * @param secure whether the browser came by TLS, so that it sends the cookie by TLS alone
     */
    WorkspaceProxy(AllowedHosts allowedHosts, WorkspaceAccess workspaceAccess, boolean secure) {
        this.allowedHosts = allowedHosts;
        this.workspaceAccess = workspaceAccess;
        this.secure = secure;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        var door = new WorkloadId(request.getConnectionMetaData().getConnector().getName());
        try {
            pass(door, request, response, callback);
        } catch (Problem problem) {
            show(ProxyNotice.of(problem, problem.code().status()), response, callback);
        } catch (IOException | RuntimeException e) {
            LOG.debug("A request to the workspace {} broke off", door, e);
            if (response.isCommitted()) {
                callback.failed(e);
            } else {
                response.reset();
                String name =
                        workspaceAccess.find(door).map(Workload::name).orElse("The workspace");
                show(ProxyNotice.broken(name), response, callback);
            }
        }
        return true;
    }

    private void pass(WorkloadId door, Request request, Response response, Callback callback)
            throws IOException {
        allowedHosts.check(request);
        String target = ProxyExchange.target(request);
        if (request.getMethod().equals("GET") && target.startsWith(ENTER)) {
            enter(door, target, response, callback);
            return;
        }
        ClientAddress clientAddress =
                ClientAddress.of(request.getConnectionMetaData().getRemoteSocketAddress());
        Optional<WorkspacePasses.Pass> shown =
                shown(door, request).filter(pass -> workspaceAccess.mayEnter(pass, clientAddress));
        Optional<Workload> there = shown.flatMap(_ -> workspaceAccess.find(door));
        boolean odd =
                !METHODS.contains(request.getMethod())
                        || !PLAIN.matcher(target).matches()
                        || target.length() > LONGEST_TARGET;
        if (there.isEmpty() || odd) {
            show(ProxyNotice.noPass(), response, callback);
            return;
        }
        Workload workload = there.get();
        if (workload.state() instanceof WorkloadState.Ended(_, _, var because, _)) {
            show(ProxyNotice.ended(workload.name(), because), response, callback);
            return;
        }
        Optional<ByteChannel> app = workspaceAccess.reach(workload);
        if (app.isEmpty()) {
            show(ProxyNotice.notListening(workload, workspaceAccess.now()), response, callback);
            return;
        }
        Optional<AppConnection> crossing = workspaceAccess.cross(shown.get(), app.get());
        if (crossing.isEmpty()) {
            show(ProxyNotice.full(workload.name()), response, callback);
            return;
        }
        carry(
                new ProxyExchange(request, response, crossing.get()),
                crossing.get(),
                request,
                callback);
    }

    private void carry(
            ProxyExchange proxyExchange,
            AppConnection appConnection,
            Request request,
            Callback callback)
            throws IOException {
        boolean stays = false;
        try {
            if (isOfAPerson(request)) {
                workspaceAccess.used(appConnection.pass().workload());
            }
            AppHead head = proxyExchange.ask();
            stays = head.status() == AppHead.SWITCHES;
            if (!stays) {
                proxyExchange.answer(head);
                callback.succeeded();
            } else if (ProxyExchange.becomesWebSocket(request)) {
                proxyExchange.tunnel(
                        head,
                        () -> workspaceAccess.used(appConnection.pass().workload()),
                        () -> workspaceAccess.over(appConnection),
                        callback);
            } else {
                stays = false;
                throw new IOException("It agrees to what nobody asked for");
            }
        } finally {
            if (!stays) {
                workspaceAccess.over(appConnection);
            }
        }
    }

    /** A page that is open and forgotten asks for news by itself; it does not go anywhere and changes nothing. */
    private static boolean isOfAPerson(Request request) {
        return switch (request.getMethod()) {
            case "GET", "HEAD", "OPTIONS" ->
                    "navigate".equals(request.getHeaders().get("Sec-Fetch-Mode"));
            default -> true;
        };
    }

    /** The ticket is in the address, and of no use to whoever reads it there afterwards. */
    private void enter(WorkloadId door, String target, Response response, Callback callback) {
        Matcher ticket = TICKET.matcher(target);
        boolean well = target.startsWith(ENTER + "?") && ticket.find(ENTER.length() + 1);
        Optional<String> pass =
                well
                        ? workspaceAccess.passes().enter(ticket.group(1), door, now())
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
                                        door.value(),
                                        pass.get(),
                                        WorkspacePasses.PASS.toSeconds(),
                                        secure ? "; Secure" : ""));
        callback.succeeded();
    }

    private Instant now() {
        return workspaceAccess.now();
    }

    /** Scripts of another workspace can put a cookie of this name before the true one, so each is looked at. */
    private Optional<WorkspacePasses.Pass> shown(WorkloadId door, Request request) {
        String name = COOKIE + door.value() + "=";
        return request.getHeaders().getValuesList(HttpHeader.COOKIE).stream()
                .flatMap(line -> Arrays.stream(line.split(";", -1)))
                .map(String::strip)
                .filter(cookie -> cookie.startsWith(name))
                .flatMap(
                        cookie ->
                                workspaceAccess
                                        .passes()
                                        .find(cookie.substring(name.length()), door, now())
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
