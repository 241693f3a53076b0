package slipway.server.commands;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import slipway.base.text.Format;
import slipway.journal.Journal;
import slipway.server.config.Config;
import slipway.server.platform.Platform;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway up}: starts the platform on this machine and runs until it is stopped. */
@Command(
        name = "up",
        description = "Start the platform on this machine.",
        footer = {"", "Stop it with Ctrl-C. All state is kept for the next start."})
final class UpCommand extends ConfiguredCommand {

    private final ServerProcess serverProcess;

    UpCommand(CommandEnvironment commandEnvironment, ServerProcess serverProcess) {
        super(commandEnvironment);
        this.serverProcess = serverProcess;
    }

    @Override
    public void run() {
        Config config = config();
        Platform platform =
                Platform.start(
                        config,
                        environment().version(),
                        new Journal.Times(environment().clock(), System::nanoTime));
        var stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(platform, stopped), "stop"));
        greet(platform, config);
        platform.remarks().forEach(remark -> warn(remark.location() + ": " + remark.sentence()));
        if (platform.reachable() && !config.encrypted()) {
            warn(
                    "the server listens on "
                            + config.host()
                            + " without TLS, and other machines may reach it."
                            + " Tokens can be read on the network."
                            + " Set tls.generate or tls.certificate, or use a TLS proxy.");
        }
        waitFor(stopped);
    }

    private void greet(Platform platform, Config config) {
        String free = Format.bytes(platform.freeSpace());
        print("Slipway " + environment().version());
        print("  open       " + platform.url());
        print(
                "  data       "
                        + config.data()
                        + " · "
                        + platform.database()
                        + " · "
                        + free
                        + " free");
        showFirstToken(platform);
        print(
                "Ready in "
                        + sinceStart()
                        + " s. In another terminal: ./slipway run examples/digits.py. Stop with Ctrl-C.");
    }

    /** A token must not get into a log, so it is printed on a terminal only. */
    private void showFirstToken(Platform platform) {
        String validity = "  (valid for one sign-in within 24 h; the command line here needs none)";
        if (environment().terminal().capabilities().stdoutIsTerminal()) {
            platform.welcome(token -> print("  sign in    " + token + validity));
        } else {
            platform.welcomeByFile(
                    file -> print("  sign in    with the token in " + file + validity));
        }
    }

    private String sinceStart() {
        Duration waited = Duration.between(serverProcess.began(), environment().clock().instant());
        return String.format(Locale.ROOT, "%.1f", waited.toMillis() / 1_000.0);
    }

    private void stop(Platform platform, CountDownLatch stopped) {
        print(stopped(platform));
        stopped.countDown();
        // A requested stop is a success, whatever the exit code of the signal.
        serverProcess.halt().accept(0);
    }

    private static String stopped(Platform platform) {
        try {
            return platform.stop().map(UpCommand::uncleanStop).orElse("Stopped.");
        } catch (RuntimeException e) {
            return uncleanStop(e + ".");
        }
    }

    private static String uncleanStop(String cause) {
        return "Stopped uncleanly: " + cause + " The next start checks the data.";
    }

    private static void waitFor(CountDownLatch stopped) {
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
