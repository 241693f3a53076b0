package slipway.testkit.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.testkit.Needs;

/**
 * The machine's own Chromium, driven by Playwright on the machine's own Node.js. All calls must come from the thread
 * that started it.
 */
public final class Chromium implements AutoCloseable {

    private static final int OLDEST_NODE = 20;
    private static final Pattern MAJOR = Pattern.compile("v(\\d+)\\..*", Pattern.DOTALL);

    // Playwright adds what keeps a browser quiet; these are what a container without a graphics
    // card needs besides.
    private static final List<String> FLAGS =
            List.of(
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync",
                    "--no-first-run");

    private final Playwright playwright;
    private final Browser browser;

    private Chromium(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    /** The missing component and how to install it; empty when a browser can be started. */
    public static Optional<MissingRequirement> missingRequirement() {
        if (Needs.found("chromium").isEmpty()) {
            return Optional.of(new MissingRequirement("chromium", "install the package chromium"));
        }
        if (node().isEmpty()) {
            String wanted = "Node.js " + OLDEST_NODE + " or newer";
            return Optional.of(new MissingRequirement("node", "install " + wanted + " as node"));
        }
        return Optional.empty();
    }

    /**
     * Something that is not there.
     *
     * @param what as a noun
     * @param how one clause that says how to get it
     */
    public record MissingRequirement(String what, String how) {}

    public static Chromium start() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("PLAYWRIGHT_NODEJS_PATH", node().orElseThrow().toString());
        environment.put("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        Playwright playwright =
                Playwright.create(new Playwright.CreateOptions().setEnv(environment));
        Path chromium = Needs.found("chromium").orElseThrow();
        Browser browser =
                playwright
                        .chromium()
                        .launch(new LaunchOptions().setExecutablePath(chromium).setArgs(FLAGS));
        return new Chromium(playwright, browser);
    }

    public Browser browser() {
        return browser;
    }

    /** The first node on the PATH that is new enough for Playwright. */
    private static Optional<Path> node() {
        return Needs.found("node").filter(node -> major(output(node, "--version")) >= OLDEST_NODE);
    }

    static int major(String version) {
        Matcher matcher = MAJOR.matcher(version);
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    private static String output(Path program, String word) {
        try {
            Process process = new ProcessBuilder(program.toString(), word).start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
