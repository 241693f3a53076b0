package slipway.surface.people.commands.context;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.text.SpellingSuggestion;
import slipway.base.text.UntrustedText;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ServerContext;
import slipway.surface.api.client.ServerContexts;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway open}: opens a page of the server in the browser. */
@Command(
        name = "open",
        description = "Open a page of the server in your browser.",
        footer = {
            "",
            "Pages: home, people, tokens, secrets, audit, events, settings, about, status,",
            "any path of the server, or the name of a workspace.",
            "",
            "Examples",
            "  slipway open                        the home page",
            "  slipway open audit                  the audit log",
            "  slipway open /admin/audit/184221    one entry of the audit log",
            "  slipway open jupyter                a workspace",
            "  slipway open --print people         only print the address"
        })
public final class OpenCommand implements Runnable {

    private static final ProblemCode NO_SUCH_PAGE =
            ProblemCode.of(ProblemKind.NOT_FOUND, "no-such-page", "There is no page of that name.");

    private static final Map<String, String> PAGES =
            new TreeMap<>(
                    Map.of(
                            "home", "/",
                            "people", "/admin/people",
                            "tokens", "/admin/people/tokens",
                            "secrets", "/admin/people/secrets",
                            "audit", "/admin/audit",
                            "events", "/admin/events",
                            "settings", "/admin/settings",
                            "about", "/about",
                            "status", "/status"));

    private final CommandEnvironment environment;

    @Parameters(
            arity = "0..1",
            paramLabel = "PAGE",
            description = "The name or path of a page, or a workspace.")
    private String page = "home";

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description = "Use this server instead of the current one.")
    private Optional<String> context = Optional.empty();

    @Option(names = "--print", description = "Only print the address.")
    private boolean print;

    public OpenCommand(CommandEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public void run() {
        ServerContexts contexts = environment.contexts();
        ServerContext server = context.map(contexts::named).orElseGet(contexts::current);
        String base = server.url().toString().replaceFirst("/$", "");
        URI address = URI.create(base + path());
        environment.terminal().printVerbatim(address.toString());
        if (!print) {
            browser(System.getProperty("os.name", ""), environment.environment())
                    .ifPresent(program -> start(program, address));
        }
    }

    private String path() {
        if (page.matches("/[A-Za-z0-9/._~?=&%+-]*")) {
            return page;
        }
        return Optional.ofNullable(PAGES.get(page))
                .or(this::workspace)
                .orElseThrow(
                        () ->
                                new Problem(
                                        NO_SUCH_PAGE,
                                        "There is no page " + UntrustedText.quoted(page) + ".",
                                        "Pages: "
                                                + String.join(", ", PAGES.keySet())
                                                + "."
                                                + SpellingSuggestion.didYouMean(
                                                        page, PAGES.keySet()),
                                        "Choose one of them, or a path that begins with /."));
    }

    /** Any other name is taken for a workspace; the server checks whether it exists. */
    private Optional<String> workspace() {
        boolean misspelled = !SpellingSuggestion.didYouMean(page, PAGES.keySet()).isEmpty();
        return misspelled || !PathParameter.WORKLOAD.fits(page)
                ? Optional.empty()
                : Optional.of("/workloads/" + page + "/open");
    }

    /** The program that opens a browser, if there is a display. */
    static Optional<String> browser(String system, Map<String, String> environment) {
        if (system.toLowerCase(Locale.ROOT).startsWith("mac")) {
            return Optional.of("open");
        }
        boolean display =
                List.of("DISPLAY", "WAYLAND_DISPLAY").stream()
                        .anyMatch(name -> !environment.getOrDefault(name, "").isBlank());
        return display ? Optional.of("xdg-open") : Optional.empty();
    }

    private void start(String program, URI address) {
        try {
            new ProcessBuilder(program, address.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException missing) {
            environment.terminal().note("No browser was opened: " + program + " is not installed.");
        }
    }
}
