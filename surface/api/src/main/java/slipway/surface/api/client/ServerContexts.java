package slipway.surface.api.client;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.TeamId;
import slipway.base.text.SpellingSuggestion;

/**
 * The servers of the current user. Each context is a file that only its owner can read, because it contains a token.
 * The context {@code local} always exists: the server on this machine, with the token that it writes at startup.
 *
 * <p>The current context is the server of {@code SLIPWAY_URL}, else the context of {@code SLIPWAY_CONTEXT}, else the
 * one selected last, else {@code local}. {@code SLIPWAY_TOKEN} replaces its token; a saved token is never sent to
 * another address than its own. Each context may have a default team, stored beside it.
 */
public final class ServerContexts {

    public static final String LOCAL = "local";

    static final ProblemCode NO_SUCH_CONTEXT =
            ProblemCode.of(ProblemKind.NOT_FOUND, "no-such-context", "No context has this name.");
    static final ProblemCode BAD_CONTEXT =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "bad-context",
                    "The name, address or token of a context is not valid.");
    public static final List<ProblemCode> CODES =
            List.of(
                    NO_SUCH_CONTEXT,
                    BAD_CONTEXT,
                    PrivateFile.OPEN_TO_OTHERS,
                    PrivateFile.IO_FAILED);

    private static final String LAST_PLAN = "last-plan.json";
    private static final URI DEFAULT_URL = URI.create("http://127.0.0.1:8470");
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    private final Map<String, String> environment;
    private final Path home;
    private final Path folder;

    /**
     * @param environment the environment variables
     * @param home the user's home directory
     */
    public ServerContexts(Map<String, String> environment, Path home) {
        this.environment = Map.copyOf(environment);
        this.home = home;
        this.folder =
                variable("XDG_CONFIG_HOME")
                        .map(home::resolve)
                        .orElse(home.resolve(".config"))
                        .resolve("slipway");
    }

    public static ServerContexts ofThisProcess() {
        String home = System.getenv().getOrDefault("HOME", System.getProperty("user.home", ""));
        return new ServerContexts(System.getenv(), Path.of(home).toAbsolutePath());
    }

    /** The current context. */
    public ServerContext current() {
        ServerContext context =
                variable("SLIPWAY_URL")
                        .map(url -> ServerContext.open("SLIPWAY_URL", url("SLIPWAY_URL", url)))
                        .orElseGet(() -> named(chosen()));
        return variable("SLIPWAY_TOKEN")
                .map(text -> context.with(token("SLIPWAY_TOKEN", text)))
                .orElse(context);
    }

    /** The name of the selected context, from the environment or {@link #choose}. */
    public String chosen() {
        return variable("SLIPWAY_CONTEXT").or(() -> firstLine(selectionFile())).orElse(LOCAL);
    }

    /** Whether the variable {@code SLIPWAY_URL} names the server, so that no context is selected. */
    public boolean isNamedByAddress() {
        return variable("SLIPWAY_URL").isPresent();
    }

    /** The names of all contexts, sorted. */
    public List<String> names() {
        var names = new TreeSet<String>();
        names.add(LOCAL);
        try (var files = Files.list(folder())) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> NAME.matcher(name).matches())
                    .forEach(names::add);
        } catch (NoSuchFileException none) {
            return List.copyOf(names);
        } catch (IOException e) {
            throw PrivateFile.unreadable(folder(), e);
        }
        return List.copyOf(names);
    }

    public ServerContext named(String name) {
        if (name.equals(LOCAL)) {
            return local();
        }
        Path file = file(name);
        if (!Files.exists(file)) {
            throw noSuchContext(name);
        }
        PrivateFile.check(file);
        return ContextFile.read(name, file);
    }

    /** Saves a context, replacing one of the same name. */
    public void save(ServerContext context) {
        if (context.name().equals(LOCAL)) {
            throw new Problem(
                    BAD_CONTEXT,
                    "The context local cannot be saved.",
                    "It always means the server on this machine.",
                    "Choose another name.");
        }
        PrivateFile.write(file(context.name()), ContextFile.text(context));
    }

    /** Throws a problem unless a context of this name is saved. */
    public void requireSaved(String name) {
        if (name.equals(LOCAL)) {
            throw new Problem(
                    BAD_CONTEXT,
                    "The context local cannot be removed.",
                    "It always means the server on this machine.",
                    "Choose another context: slipway context list");
        }
        if (!Files.exists(file(name))) {
            throw noSuchContext(name);
        }
    }

    /** Selects the current context. */
    public void choose(String name) {
        if (!names().contains(name)) {
            throw noSuchContext(name);
        }
        PrivateFile.write(selectionFile(), name + "\n");
    }

    public void remove(String name) {
        if (!delete(file(name))) {
            throw noSuchContext(name);
        }
        delete(teamFile(name));
    }

    private static boolean delete(Path file) {
        try {
            return Files.deleteIfExists(file);
        } catch (IOException e) {
            throw PrivateFile.notWritten(file, e);
        }
    }

    /** The default team of workloads in a context. */
    public Optional<TeamId> defaultTeam(String name) {
        return NAME.matcher(name).matches()
                ? firstLine(teamFile(name)).flatMap(TeamId::parse)
                : Optional.empty();
    }

    /** Sets or removes the default team of a context. */
    public void saveDefaultTeam(String name, Optional<TeamId> team) {
        if (!names().contains(name)) {
            throw noSuchContext(name);
        }
        if (team.isPresent()) {
            PrivateFile.write(teamFile(name), team.get() + "\n");
        } else {
            delete(teamFile(name));
        }
    }

    /** The text of the last plan, as saved by {@link #savePlan}. */
    public Optional<String> lastPlan() {
        return PrivateFile.read(folder.resolve(LAST_PLAN))
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    /** Saves a plan, so that it can be submitted later. */
    public void savePlan(String text) {
        PrivateFile.write(folder.resolve(LAST_PLAN), text);
    }

    /** The server on this machine. Without a token file it is not running, or belongs to another user. */
    private ServerContext local() {
        Path data = localData();
        Path tokenFile = data.resolve("local.token");
        Optional<String> text = firstLine(tokenFile);
        text.ifPresent(_ -> PrivateFile.check(tokenFile));
        return new ServerContext(
                LOCAL,
                firstLine(data.resolve("local.url"))
                        .map(url -> url(data.resolve("local.url").toString(), url))
                        .orElse(DEFAULT_URL),
                text.map(line -> token(tokenFile.toString(), line)),
                PrivateFile.read(data.resolve("local.pem")).flatMap(CertificateFingerprint::ofPem));
    }

    /** The data directory of the server on this machine. */
    public Path localData() {
        return home.resolve(variable("SLIPWAY_DATA").orElse("~/.slipway").replaceFirst("^~/", ""));
    }

    private static URI url(String where, String text) {
        return ServerContext.parseUrl(text)
                .orElseThrow(
                        () ->
                                new Problem(
                                        BAD_CONTEXT,
                                        where + " is not the address of a server.",
                                        "Its value is '" + ClientProblems.escaped(text) + "'.",
                                        "Write it like "
                                                + DEFAULT_URL
                                                + " or https://slipway.example.org."));
    }

    /** The text is not shown, because it may be a mistyped token. */
    private static AccessToken token(String where, String text) {
        return AccessToken.parse(text)
                .orElseThrow(
                        () ->
                                new Problem(
                                        BAD_CONTEXT,
                                        where + " contains no token.",
                                        "A token is one word of visible characters.",
                                        "Copy the complete token and nothing else."));
    }

    private Problem noSuchContext(String name) {
        return new Problem(
                NO_SUCH_CONTEXT,
                "There is no context '%s'.".formatted(ClientProblems.escaped(name)),
                "Known contexts: "
                        + String.join(", ", names())
                        + "."
                        + SpellingSuggestion.didYouMean(name, names()),
                "Choose one of them: slipway context list");
    }

    private Path file(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new Problem(
                    BAD_CONTEXT,
                    "'%s' is not a valid context name.".formatted(ClientProblems.escaped(name)),
                    "A name is 1 to 63 lower-case letters, digits and inner hyphens.",
                    "Choose another name.");
        }
        return folder().resolve(name);
    }

    private Path folder() {
        return folder.resolve("contexts");
    }

    /** A separate file, because the local context has none. */
    private Path teamFile(String name) {
        return folder.resolve("teams").resolve(name);
    }

    private Path selectionFile() {
        return folder.resolve("context");
    }

    private static Optional<String> firstLine(Path file) {
        return PrivateFile.read(file)
                .flatMap(bytes -> new String(bytes, StandardCharsets.UTF_8).lines().findFirst())
                .map(String::strip)
                .filter(line -> !line.isEmpty());
    }

    private Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }
}
