package slipway.notify;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.crypto.SecretKey;
import javax.net.ssl.SSLSocketFactory;
import slipway.base.Actor;
import slipway.base.IdGenerator;
import slipway.base.TeamId;
import slipway.journal.CommitResult;
import slipway.journal.IdempotencyKey;
import slipway.journal.Journal;
import slipway.journal.LoopExecutor;
import slipway.journal.ModuleOwner;
import slipway.journal.ModuleRequest;
import slipway.journal.sql.ModuleSchema;

/** The webhooks of a server. The caller has checked that the actor may change webhooks of the team. */
public final class Webhooks {

    public static final ModuleSchema SCHEMA = new ModuleSchema("notify", 1);

    /** How long a repeated request to create a webhook or to rotate its secret is answered with the secret. */
    private static final Duration SECRET_SHOWN = Duration.ofMinutes(10);

    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final int MAX_TYPES = 50;
    private static final Pattern TYPE =
            Pattern.compile("\\*|[a-z_]{1,40}(\\.[a-z_]{1,40}){0,3}(\\.\\*)?");
    private static final Actor SELF = Actor.system("webhooks");

    private final Journal journal;
    private final SecureRandom random;
    private final Connections connections;
    private final SigningKeyCipher cipher;
    private final IdGenerator ids;
    private final DeliveryHistory history;
    private final ModuleOwner<WebhookQueues, WebhookRequest> owner;
    private final DeliverySender sender;

    private Webhooks(Journal journal, SecretKey key, SecureRandom random, Connections connections) {
        this.journal = journal;
        this.random = random;
        this.connections = connections;
        this.cipher = new SigningKeyCipher(key, random);
        this.ids = new IdGenerator(journal::now, random);
        this.history = new DeliveryHistory(journal);
        this.owner = journal.owner("webhooks", NotifyTables.read(journal), WebhookRules::decide);
        var client =
                new WebhookClient(
                        connections.resolver(),
                        connections.policy(),
                        connections.timeout(),
                        connections.tls());
        this.sender =
                new DeliverySender(this, this::signingSecrets, client, connections.executor());
    }

    /**
     * How to reach receivers.
     *
     * @param executor runs the attempts, each at most as long as the timeout
     */
    public record Connections(
            HostResolver resolver,
            AddressPolicy policy,
            Duration timeout,
            SSLSocketFactory tls,
            Executor executor) {

        public static Connections of(AddressPolicy policy, Executor executor) {
            return new Connections(
                    HostResolver.SYSTEM,
                    policy,
                    TIMEOUT,
                    (SSLSocketFactory) SSLSocketFactory.getDefault(),
                    executor);
        }
    }

    /** A change of a webhook. Empty fields stay unchanged. */
    public record Change(
            Optional<String> url,
            Optional<List<String>> types,
            Optional<Webhook.BodyFormat> format,
            Optional<Boolean> enabled) {}

    /**
     * A webhook with its new secret.
     *
     * @param secret empty for a request that is repeated late
     */
    public record NewSecret(Webhook webhook, Optional<String> secret) {

        @Override
        public String toString() {
            return "new secret of " + webhook;
        }
    }

    /**
     * Who asks, and the idempotency key of the request.
     */
    public record Caller(Actor actor, Optional<IdempotencyKey> key) {}

    /**
     * @param key encrypts the signing secrets
     */
    public static Webhooks open(
            Journal journal, SecretKey key, SecureRandom random, Connections connections) {
        return new Webhooks(journal, key, random, connections);
    }

    /** Starts to turn events into deliveries and to send them. Must be called once. */
    public void start(WebhookEvents events, LoopExecutor loops) {
        journal.follow(new DeliveryReader(this, events));
        loops.start("webhooks-sender", sender);
    }

    Instant now() {
        return journal.now();
    }

    WebhookQueues queues() {
        return owner.snapshot();
    }

    /** All webhooks, in the order of their creation. */
    public List<Webhook> list() {
        return queues().webhooks().values().toList();
    }

    public Optional<Webhook> find(WebhookId id) {
        return queues().webhooks().get(id);
    }

    /** The webhook of an id from outside. */
    public Webhook require(String id) {
        return WebhookId.parse(id)
                .flatMap(this::find)
                .orElseThrow(() -> NotifyProblems.noWebhook(id));
    }

    /** The number of deliveries that wait. */
    public int pending(WebhookId id) {
        return queues().queue(id).size();
    }

    public NewSecret create(TeamId team, Webhook.Target target, Caller caller) {
        requireValid(Optional.of(target.url()), Optional.of(target.types()));
        WebhookId id = WebhookId.of(ids.next());
        String encrypted = cipher.encrypt(id, SigningSecret.random(random));
        var keys = new Webhook.Keys(encrypted, Optional.empty(), Optional.empty());
        var create = new WebhookRequest.Create(id, team, target, keys, journal.seq());
        CommitResult result = Journal.await(ask(create, caller));
        Webhook created = require(result.answer().replaceAll("^\\{\"id\":\"|\"}$", ""));
        return newSecret(created, created.created().at());
    }

    public Webhook change(WebhookId id, Change change, Caller caller) {
        requireValid(change.url(), change.types());
        Journal.await(ask(new WebhookRequest.Change(id, change), caller));
        sender.wake();
        return require(id.value());
    }

    public void delete(WebhookId id, Caller caller) {
        Journal.await(ask(new WebhookRequest.Delete(id), caller));
    }

    /** A new signing secret. The old one signs too for 24 hours. */
    public NewSecret rotate(WebhookId id, Caller caller) {
        String encrypted = cipher.encrypt(id, SigningSecret.random(random));
        Journal.await(ask(new WebhookRequest.Rotate(id, encrypted), caller));
        Webhook rotated = require(id.value());
        Instant at =
                rotated.keys()
                        .previousUntil()
                        .map(until -> until.minus(WebhookRules.ROTATION))
                        .orElse(rotated.created().at());
        return newSecret(rotated, at);
    }

    private NewSecret newSecret(Webhook webhook, Instant madeAt) {
        boolean shown = now().isBefore(madeAt.plus(SECRET_SHOWN));
        String secret = cipher.decrypt(webhook.id(), webhook.keys().current()).text();
        return new NewSecret(webhook, shown ? Optional.of(secret) : Optional.empty());
    }

    /** Sends a test message, whatever the webhook's types are and even if it is disabled. Returns the message's id. */
    public String test(WebhookId id, Caller caller) {
        return "evt_" + Journal.await(ask(new WebhookRequest.Test(id), caller)).seq();
    }

    /** The delivery of an id from outside, with its body. */
    public Delivery delivery(WebhookId webhook, String id) {
        return DeliveryKey.parse(webhook, id)
                .flatMap(history::row)
                .orElseThrow(() -> NotifyProblems.noDelivery(webhook, id));
    }

    /**
     * Deliveries of a webhook, the newest event first.
     *
     * @param before only those before the delivery with this id
     */
    public List<Delivery> deliveries(
            WebhookId webhook, Optional<String> before, int limit, Predicate<Delivery> wanted) {
        Optional<DeliveryKey> end = before.flatMap(id -> DeliveryKey.parse(webhook, id));
        return history.newest(webhook, end, limit, wanted);
    }

    /** Sends a delivery again, with the same message id. */
    public Delivery retry(WebhookId webhook, String id, Caller caller) {
        Journal.await(ask(new WebhookRequest.Retry(delivery(webhook, id)), caller));
        sender.wake();
        return delivery(webhook, id);
    }

    /** Removes deliveries that are older than 30 days and those of deleted webhooks. */
    public void removeExpired() {
        Instant trusted = journal.clock().trusted();
        List<Delivery> expired = history.expired(queues(), trusted);
        while (!expired.isEmpty()) {
            Journal.await(ask(new WebhookRequest.Expire(expired)));
            expired = history.expired(queues(), trusted);
        }
    }

    Optional<Delivery> row(DeliveryKey key) {
        return history.row(key);
    }

    /**
     * Returns when the deliveries are durable. Those that are stored already are of events that are read again after a
     * crash. Interruptible, because the journal may be closing.
     */
    void enqueue(List<Delivery> deliveries) throws InterruptedException, ExecutionException {
        List<Delivery> fresh =
                deliveries.stream().filter(it -> history.row(it.key()).isEmpty()).toList();
        ask(new WebhookRequest.Enqueue(fresh)).get();
        sender.wake();
    }

    void deleteWithTeam(WebhookId id) throws InterruptedException, ExecutionException {
        ask(new WebhookRequest.Delete(id)).get();
    }

    void attempted(Delivery delivery, SendResult result) {
        Journal.await(ask(new WebhookRequest.Attempted(delivery, result, random.nextDouble())));
    }

    private CompletableFuture<CommitResult> ask(WebhookRequest request) {
        return ask(request, new Caller(SELF, Optional.empty()));
    }

    private CompletableFuture<CommitResult> ask(WebhookRequest request, Caller caller) {
        return owner.ask(new ModuleRequest<>(request, caller.actor(), caller.key()));
    }

    private Stream<SigningSecret> signingSecrets(Webhook webhook) {
        return webhook.keys().signing(now()).stream()
                .map(encrypted -> cipher.decrypt(webhook.id(), encrypted));
    }

    private void requireValid(Optional<String> url, Optional<List<String>> types) {
        url.ifPresent(text -> WebhookAddress.require(text, connections.policy()));
        types.ifPresent(Webhooks::requireTypes);
    }

    private static void requireTypes(List<String> types) {
        if (types.isEmpty() || types.size() > MAX_TYPES) {
            throw NotifyProblems.badTypes("");
        }
        types.stream()
                .filter(type -> !TYPE.matcher(type).matches())
                .findFirst()
                .ifPresent(
                        type -> {
                            throw NotifyProblems.badTypes(type);
                        });
    }
}
