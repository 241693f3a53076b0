package slipway.server.platform;

import java.security.SecureRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import javax.crypto.spec.SecretKeySpec;
import slipway.identity.ServerKey;
import slipway.identity.UserDirectory;
import slipway.journal.Journal;
import slipway.journal.LoopExecutor;
import slipway.notify.AddressPolicy;
import slipway.notify.Webhooks;
import slipway.server.config.Config;
import slipway.surface.system.server.WebhookMessages;

/** The webhooks of a server, with the threads that send to them. */
final class WebhookSetup implements AutoCloseable {

    private final Webhooks webhooks;
    private final ExecutorService attempts;
    private final LoopExecutor loops = LoopExecutor.threads();

    private WebhookSetup(Webhooks webhooks, ExecutorService attempts) {
        this.webhooks = webhooks;
        this.attempts = attempts;
    }

    static WebhookSetup open(Journal journal, ServerKey key, SecureRandom random, Config config) {
        // Platform threads, at most two for each webhook: a name lookup would block a carrier
        // thread.
        ExecutorService attempts =
                Executors.newCachedThreadPool(
                        Thread.ofPlatform().daemon().name("webhook-", 1).factory());
        var policy = new AddressPolicy(config.webhookAddresses());
        Webhooks webhooks =
                Webhooks.open(
                        journal,
                        new SecretKeySpec(key.derive("webhook secrets"), "AES"),
                        random,
                        Webhooks.Connections.of(policy, attempts));
        return new WebhookSetup(webhooks, attempts);
    }

    Webhooks webhooks() {
        return webhooks;
    }

    /**
     * @param address of the server, for links
     */
    void start(Supplier<UserDirectory> directory, Supplier<String> address) {
        webhooks.start(new WebhookMessages(directory, address), loops);
    }

    /** Attempts under way end within their timeout; an attempt without a stored outcome is repeated after the start. */
    @Override
    public void close() {
        loops.close();
        attempts.shutdownNow();
    }
}
