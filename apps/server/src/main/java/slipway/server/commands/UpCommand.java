package slipway.server.commands;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import slipway.base.Bytes;
import slipway.base.text.Format;
import slipway.server.config.Config;
import slipway.server.platform.Platform;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway up}: starts the platform on this machine and stays until it is told to stop. */
@Command(
        name = "up",
        description = "Starts the platform on this machine.",
        footer = {
            "",
            "Stop it with Ctrl-C. What it was told is kept: the next start goes on from there."
        })
final class UpCommand extends ConfiguredCommand {

    private final ServerProcess serverProcess;

    UpCommand(CommandEnvironment commandEnvironment, ServerProcess serverProcess) {
        super(commandEnvironment);
        this.serverProcess = serverProcess;
    }

    @Override
    public void run() {
        Config config = config();
        Platform platform = Platform.start(config, shell().version(), shell().clock());
        var stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(platform, stopped), "stop"));
        greet(platform, config);
        platform.remarks().forEach(remark -> warn(remark.location() + ": " + remark.sentence()));
        if (platform.reachable() && !config.encrypted()) {
            warn(
                    "the server listens on "
                            + config.host()
                            + ", where other machines may reach it, in plain HTTP without TLS."
                            + " Tokens can be read on the way."
                            + " Set tls.generate or tls.certificate, or put a proxy with TLS before it.");
        }
        waitFor(stopped);
    }

    private void greet(Platform platform, Config config) {
        String free = Format.bytes(new Bytes(platform.freeBytes()));
        say("Slipway " + shell().version());
        say("  open       " + platform.url());
        say("  data       " + config.data() + " · " + platform.database() + " · " + free + " free");
        platform.welcome(
                token ->
                        say(
                                "  sign in    "
                                        + token
                                        + "  (shown once, valid until revoked;"
                                        + " on this machine the command line is signed in already)"));
        say(
                "Ready in "
                        + sinceStart()
                        + " s. In another terminal: ./slipway run examples/digits.py. Stop with Ctrl-C.");
    }

    private String sinceStart() {
        Duration waited = Duration.between(serverProcess.began(), shell().clock().instant());
        return String.format(Locale.ROOT, "%.1f", waited.toMillis() / 1_000.0);
    }

    private void stop(Platform platform, CountDownLatch stopped) {
        say(stopped(platform));
        stopped.countDown();
        // Told to stop and stopped: that is success, whatever code the signal would give.
        serverProcess.halt().accept(0);
    }

    private static String stopped(Platform platform) {
        try {
            return platform.stop().map(UpCommand::notInOrder).orElse("Stopped in order.");
        } catch (RuntimeException e) {
            return notInOrder(e + ".");
        }
    }

    private static String notInOrder(String what) {
        return "Stopped, but not in order: " + what + " The next start checks the data.";
    }

    private static void waitFor(CountDownLatch stopped) {
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
