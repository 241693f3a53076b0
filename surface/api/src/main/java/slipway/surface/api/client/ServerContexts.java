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
 * The servers this person uses. Each context is one file, readable by its owner alone, for it holds a token. The
 * context {@code local} is always there: the server on this machine, signed in to by the token that it writes at its
 * start.
 *
 * <p>Which one is current: the variable {@code SLIPWAY_URL} names a server by itself; else {@code SLIPWAY_CONTEXT}
 * names a context; else it is the one chosen last, or {@code local}. {@code SLIPWAY_TOKEN} takes the place of its
 * token; a token that is kept never goes to an address it was not kept with. Beside each context stands the team whose
 * workloads are submitted there, if its user has chosen one.
 */
public final class ServerContexts {

    public static final String LOCAL = "local";

    static final ProblemCode NO_SUCH_CONTEXT =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-context",
                    "A context was named that is not kept here.");
    static final ProblemCode BAD_CONTEXT =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "bad-context",
                    "A context's name, address or token cannot be one.");
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
     * @param environment the process's variables
     * @param home the user's folder
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

    /** The one to use now. */
    public ServerContext current() {
        ServerContext serverContext =
                variable("SLIPWAY_URL")
                        .map(url -> ServerContext.open("SLIPWAY_URL", url("SLIPWAY_URL", url)))
                        .orElseGet(() -> named(chosen()));
        return variable("SLIPWAY_TOKEN")
                .map(text -> serverContext.with(token("SLIPWAY_TOKEN", text)))
                .orElse(serverContext);
    }

    /** The name of the context that was chosen, by the environment or by {@link #choose}. */
    public String chosen() {
        return variable("SLIPWAY_CONTEXT").or(() -> firstLine(choice())).orElse(LOCAL);
    }

    /** Whether the variable {@code SLIPWAY_URL} names the server, whatever was chosen. */
    public boolean isNamedByAddress() {
        return variable("SLIPWAY_URL").isPresent();
    }

    /** Every context there is, by name. */
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

    /** Keeps a context, in place of one that had its name. */
    public void save(ServerContext serverContext) {
        if (serverContext.name().equals(LOCAL)) {
            throw new Problem(
                    BAD_CONTEXT,
                    "The context local cannot be kept.",
                    "It always means the server on this machine.",
                    "Choose another name.");
        }
        PrivateFile.write(file(serverContext.name()), ContextFile.text(serverContext));
    }

    /** A problem, unless a context of this name was kept. */
    public void requireSaved(String name) {
        if (name.equals(LOCAL)) {
            throw new Problem(
                    BAD_CONTEXT,
                    "The context local cannot be removed.",
                    "It always means the server on this machine.",
                    "Choose another one: slipway context list");
        }
        if (!Files.exists(file(name))) {
            throw noSuchContext(name);
        }
    }

    /** Makes a context the current one, from now on. */
    public void choose(String name) {
        if (!names().contains(name)) {
            throw noSuchContext(name);
        }
        PrivateFile.write(choice(), name + "\n");
    }

    public void remove(String name) {
        if (!delete(file(name))) {
            throw noSuchContext(name);
        }
        delete(team(name));
    }

    private static boolean delete(Path file) {
        try {
            return Files.deleteIfExists(file);
        } catch (IOException e) {
            throw PrivateFile.notWritten(file, e);
        }
    }

    /** The team whose workloads are submitted there when nobody says otherwise. */
    public Optional<TeamId> defaultTeam(String name) {
        return NAME.matcher(name).matches()
                ? firstLine(team(name)).flatMap(TeamId::parse)
                : Optional.empty();
    }

    /** From now on workloads that are submitted there are of this team; without one nobody has said so. */
    public void saveDefaultTeam(String name, Optional<TeamId> team) {
        if (!names().contains(name)) {
            throw noSuchContext(name);
        }
        if (team.isPresent()) {
            PrivateFile.write(team(name), team.get() + "\n");
        } else {
            delete(team(name));
        }
    }

    /** The text of the last {@link #savePlan}. */
    public Optional<String> lastPlan() {
        return PrivateFile.read(folder.resolve(LAST_PLAN))
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    /** Stores the last plan for a later submission. */
    public void savePlan(String text) {
        PrivateFile.write(folder.resolve(LAST_PLAN), text);
    }

    /** The server on this machine. Where it left nothing it is not running, or it is another person's. */
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
                                        "It says '" + ClientProblems.shown(text) + "'.",
                                        "Write it like "
                                                + DEFAULT_URL
                                                + " or https://slipway.example.org."));
    }

    /** What it says is not shown: it may be a token with a slip in it. */
    private static AccessToken token(String where, String text) {
        return AccessToken.parse(text)
                .orElseThrow(
                        () ->
                                new Problem(
                                        BAD_CONTEXT,
                                        where + " does not hold a token.",
                                        "A token is one word of visible characters.",
                                        "Copy the whole token again, and nothing else."));
    }

    private Problem noSuchContext(String name) {
        return new Problem(
                NO_SUCH_CONTEXT,
                "There is no context '%s'.".formatted(ClientProblems.shown(name)),
                "Known here: "
                        + String.join(", ", names())
                        + "."
                        + SpellingSuggestion.didYouMean(name, names()),
                "Choose one of them: slipway context list");
    }

    private Path file(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new Problem(
                    BAD_CONTEXT,
                    "'%s' cannot be the name of a context.".formatted(ClientProblems.shown(name)),
                    "A name is 1 to 63 lower-case letters, digits and inner hyphens.",
                    "Choose another name.");
        }
        return folder().resolve(name);
    }

    private Path folder() {
        return folder.resolve("contexts");
    }

    /** Beside the context, because the local one has no file of its own. */
    private Path team(String name) {
        return folder.resolve("teams").resolve(name);
    }

    private Path choice() {
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
