package slipway.surface.system.server;

import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.notify.Delivery;
import slipway.notify.NotifyProblems;
import slipway.notify.Webhook;
import slipway.notify.WebhookId;
import slipway.notify.Webhooks;
import slipway.spec.BlockValues;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.PathParameter;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.system.api.DeliveryView;
import slipway.surface.system.api.WebhookRoutes;
import slipway.surface.system.api.WebhookRoutes.NewWebhook;
import slipway.surface.system.api.WebhookRoutes.TestView;
import slipway.surface.system.api.WebhookRoutes.WebhookChange;
import slipway.surface.system.api.WebhookRoutes.WebhookSecret;
import slipway.surface.system.api.WebhookView;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.RouteHandler;

/** Handles the routes of webhooks. */
public final class WebhookHandlers {

    private final Webhooks webhooks;
    private final WebhookViews views;

    public WebhookHandlers(Webhooks webhooks) {
        this.webhooks = webhooks;
        this.views = new WebhookViews(webhooks);
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.of(WebhookRoutes.LIST, this::list),
                RouteHandler.keyed(WebhookRoutes.CREATE, this::create),
                RouteHandler.of(WebhookRoutes.SHOW, request -> views.view(webhook(request))),
                RouteHandler.of(WebhookRoutes.CHANGE, this::change),
                RouteHandler.done(
                        WebhookRoutes.DELETE,
                        request -> webhooks.delete(webhook(request).id(), caller(request))),
                RouteHandler.keyed(WebhookRoutes.TEST, this::test),
                RouteHandler.keyed(WebhookRoutes.ROTATE_SECRET, this::rotate),
                RouteHandler.of(WebhookRoutes.DELIVERY_LIST, this::deliveries),
                RouteHandler.of(WebhookRoutes.DELIVERY_SHOW, this::delivery),
                RouteHandler.keyed(WebhookRoutes.RETRY, this::retry));
    }

    private static Webhooks.Caller caller(AuthorizedRequest<?> request) {
        return new Webhooks.Caller(request.actor(), request.details().key());
    }

    /** A webhook of a team that the caller does not see is reported as missing. */
    private Webhook webhook(AuthorizedRequest<?> request) {
        String id = request.part(PathParameter.WEBHOOK);
        Webhook webhook = webhooks.require(id);
        if (!request.principal().sees(webhook.team())) {
            throw NotifyProblems.noWebhook(id);
        }
        request.principal().require(Permission.WEBHOOKS_WRITE, webhook.team());
        return webhook;
    }

    private ListPage<WebhookView> list(AuthorizedRequest<NoBody> request) {
        BlockValues query = request.query();
        String seen = CursorPaging.lastSeen(query).orElse("");
        Optional<TeamId> team = query.find(WebhookRoutes.TEAM);
        Optional<Boolean> enabled = query.find(WebhookRoutes.ENABLED);
        List<WebhookView> found =
                webhooks.list().stream()
                        .filter(it -> request.principal().may(Permission.WEBHOOKS_WRITE, it.team()))
                        .filter(it -> team.isEmpty() || team.get().equals(it.team()))
                        .filter(it -> enabled.isEmpty() || enabled.get() == it.enabled())
                        .filter(it -> it.id().value().compareTo(seen) > 0)
                        .limit(query.get(CursorPaging.LIMIT) + 1L)
                        .map(views::view)
                        .toList();
        return CursorPaging.page(query, found, WebhookView::id);
    }

    private WebhookSecret create(AuthorizedRequest<NewWebhook> request) {
        NewWebhook body = request.body();
        request.principal().require(Permission.WEBHOOKS_WRITE, body.team());
        var target =
                new Webhook.Target(
                        body.url(), body.types(), body.format().orElse(Webhook.BodyFormat.EVENT));
        return views.view(webhooks.create(body.team(), target, caller(request)));
    }

    private WebhookView change(AuthorizedRequest<WebhookChange> request) {
        WebhookChange body = request.body();
        var change = new Webhooks.Change(body.url(), body.types(), body.format(), body.enabled());
        return views.view(webhooks.change(webhook(request).id(), change, caller(request)));
    }

    private TestView test(AuthorizedRequest<NoBody> request) {
        return new TestView(webhooks.test(webhook(request).id(), caller(request)));
    }

    private WebhookSecret rotate(AuthorizedRequest<NoBody> request) {
        return views.view(webhooks.rotate(webhook(request).id(), caller(request)));
    }

    private ListPage<DeliveryView> deliveries(AuthorizedRequest<NoBody> request) {
        WebhookId webhook = webhook(request).id();
        BlockValues query = request.query();
        Optional<Delivery.Status> status = query.find(WebhookRoutes.STATUS);
        Optional<String> event = query.find(WebhookRoutes.EVENT);
        List<DeliveryView> found =
                webhooks
                        .deliveries(
                                webhook,
                                CursorPaging.lastSeen(query),
                                query.get(CursorPaging.LIMIT) + 1,
                                it ->
                                        (status.isEmpty() || status.get() == it.status())
                                                && (event.isEmpty()
                                                        || event.get().equals(it.message().id())))
                        .stream()
                        .map(WebhookViews::view)
                        .toList();
        return CursorPaging.page(query, found, DeliveryView::id);
    }

    private DeliveryView delivery(AuthorizedRequest<NoBody> request) {
        WebhookId webhook = webhook(request).id();
        return WebhookViews.view(webhooks.delivery(webhook, request.part(PathParameter.DELIVERY)));
    }

    private DeliveryView retry(AuthorizedRequest<NoBody> request) {
        WebhookId webhook = webhook(request).id();
        String delivery = request.part(PathParameter.DELIVERY);
        return WebhookViews.view(webhooks.retry(webhook, delivery, caller(request)));
    }
}
