package slipway.surface.system.api;

import java.util.List;
import java.util.Optional;
import slipway.base.TeamId;
import slipway.notify.Delivery;
import slipway.notify.Webhook;
import slipway.spec.ParseResult;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.PathParameter;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;

/** The routes that create, test, change and delete webhooks, and list and retry their deliveries. */
public final class WebhookRoutes {

    private static final String WEBHOOKS = "/api/v1/webhooks";
    private static final String WEBHOOK = WEBHOOKS + "/{webhook}";
    private static final String DELIVERIES = WEBHOOK + "/deliveries";
    private static final String DELIVERY = DELIVERIES + "/{delivery}";

    /** A request to create a webhook. */
    public record NewWebhook(
            @ApiField(
                            value = "The URL of the receiver, http or https.",
                            longest = 2_000,
                            example = "https://hooks.example.org/slipway")
                    String url,
            @ApiField(
                            value =
                                    "The event types: kinds of events, or patterns such as workload.* or *.",
                            example = "workload.*")
                    List<String> types,
            @ApiField(value = "The team whose events it gets, with the teams below it.")
                    TeamId team,
            @ApiField("The form of the body. Default: event.")
                    Optional<Webhook.BodyFormat> format) {}

    /** A change of a webhook; an omitted member keeps its value. */
    public record WebhookChange(
            @ApiField(
                            value = "The URL of the receiver.",
                            longest = 2_000,
                            example = "https://hooks.example.org/slipway")
                    Optional<String> url,
            @ApiField(value = "The event types.", example = "workload.failed")
                    Optional<List<String>> types,
            @ApiField("The form of the body.") Optional<Webhook.BodyFormat> format,
            @ApiField("Whether messages are sent. Enabling begins a new retry schedule.")
                    Optional<Boolean> enabled) {}

    /** A webhook with its new secret. */
    public record WebhookSecret(
            @ApiField("The webhook.") WebhookView webhook,
            @ApiField(
                            value =
                                    "The signing secret. Absent if the request was repeated after 10 minutes.",
                            example = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
                    Optional<String> secret) {}

    /** A test message on its way. */
    public record TestView(
            @ApiField(value = "The id of the test's event.", example = "evt_184221")
                    String event) {}

    private static final String A_TEAM = "the name of a team";

    public static final SpecKey<TeamId> TEAM =
            SpecKey.of(
                            "team",
                            ValueType.of(
                                    A_TEAM,
                                    "^" + PathParameter.TEAM.pattern() + "$",
                                    text -> ParseResult.of(TeamId.parse(text), text, A_TEAM)),
                            "Only webhooks of this team.")
                    .example("vision");
    public static final SpecKey<Boolean> ENABLED =
            SpecKey.of("enabled", ValueType.bool(), "Only webhooks that are enabled, or disabled.");
    public static final SpecKey<Delivery.Status> STATUS =
            SpecKey.of(
                    "status",
                    ValueType.choice(Delivery.Status.class),
                    "Only deliveries with this status.");
    public static final SpecKey<String> EVENT =
            SpecKey.of(
                            "event",
                            ValueType.of(
                                    "the id of an event", "^evt_[0-9]{1,18}$", ParseResult::parsed),
                            "Only the delivery of this event.")
                    .example("evt_184221");

    public static final Route<NoBody, ListPage<WebhookView>> LIST =
            Route.of(HttpMethod.GET, WEBHOOKS)
                    .forSignedIn("list-webhooks", "Lists the webhooks that you may change.")
                    .listing(WebhookView.class)
                    .filteredBy(TEAM, ENABLED);
    public static final Route<NewWebhook, WebhookSecret> CREATE =
            Route.of(HttpMethod.POST, WEBHOOKS)
                    .forSignedIn("create-webhook", "Creates a webhook and returns its secret.")
                    .asking(NewWebhook.class)
                    .answering(WebhookSecret.class);
    public static final Route<NoBody, WebhookView> SHOW =
            Route.of(HttpMethod.GET, WEBHOOK)
                    .forSignedIn("show-webhook", "Shows a webhook.")
                    .answering(WebhookView.class);
    public static final Route<WebhookChange, WebhookView> CHANGE =
            Route.of(HttpMethod.PATCH, WEBHOOK)
                    .forSignedIn("change-webhook", "Changes, enables or disables a webhook.")
                    .asking(WebhookChange.class)
                    .answering(WebhookView.class);
    public static final Route<NoBody, NoBody> DELETE =
            Route.of(HttpMethod.DELETE, WEBHOOK)
                    .forSignedIn("delete-webhook", "Deletes a webhook and its deliveries.");
    public static final Route<NoBody, TestView> TEST =
            Route.of(HttpMethod.POST, WEBHOOK + "/test")
                    .forSignedIn("test-webhook", "Sends a test message, once.")
                    .answering(TestView.class);
    public static final Route<NoBody, WebhookSecret> ROTATE_SECRET =
            Route.of(HttpMethod.POST, WEBHOOK + "/rotate-secret")
                    .forSignedIn(
                            "rotate-webhook-secret",
                            "Makes a new secret; the old one signs too for 24 hours.")
                    .answering(WebhookSecret.class);
    public static final Route<NoBody, ListPage<DeliveryView>> DELIVERY_LIST =
            Route.of(HttpMethod.GET, DELIVERIES)
                    .forSignedIn(
                            "list-webhook-deliveries",
                            "Lists the deliveries of the last 30 days, newest first.")
                    .listing(DeliveryView.class)
                    .filteredBy(STATUS, EVENT);
    public static final Route<NoBody, DeliveryView> DELIVERY_SHOW =
            Route.of(HttpMethod.GET, DELIVERY)
                    .forSignedIn("show-webhook-delivery", "Shows a delivery.")
                    .answering(DeliveryView.class);
    public static final Route<NoBody, DeliveryView> RETRY =
            Route.of(HttpMethod.POST, DELIVERY + "/retry")
                    .forSignedIn("retry-webhook-delivery", "Sends a delivery again, now.")
                    .answering(DeliveryView.class);

    public static final List<Route<?, ?>> ALL =
            List.of(
                    LIST,
                    CREATE,
                    SHOW,
                    CHANGE,
                    DELETE,
                    TEST,
                    ROTATE_SECRET,
                    DELIVERY_LIST,
                    DELIVERY_SHOW,
                    RETRY);

    private WebhookRoutes() {}
}
