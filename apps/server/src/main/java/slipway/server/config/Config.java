package slipway.server.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import slipway.base.Mistake;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.SourceLocation;
import slipway.base.TeamId;
import slipway.catalog.RateCard;
import slipway.run.slurm.SlurmSettings;
import slipway.schedule.config.ClusterSharing;
import slipway.spec.BlockValues;
import slipway.spec.DocumentNode;
import slipway.spec.PriceList;
import slipway.spec.SpecKey;
import slipway.surface.run.server.proxy.PortRange;

/**
 * The configuration that holds, complete and checked, and where each of its values comes from.
 *
 * @param values as read; paths in them are as written
 * @param places the files and folders that it names, absolute
 * @param signOn left out when there is no single sign-on
 * @param file the file that was read, if there is one
 * @param warnings what is probably a slip but does no harm, such as an unknown variable
 */
public record Config(
        BlockValues values,
        Places places,
        Optional<SignOnSettings> signOn,
        Optional<Path> file,
        List<Mistake> warnings) {

    /** Files and folders, absolute. */
    public record Places(
            Path data,
            Optional<Path> databasePassword,
            Optional<Path> tlsCertificate,
            Optional<Path> tlsKey,
            Optional<Path> secondPlace,
            Optional<Path> attempts) {}

    /** One row of what {@code config show} says. */
    public record Row(Setting setting, Optional<String> value, SourceLocation from) {}

    public static final ProblemCode INVALID_CONFIGURATION =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "invalid-configuration",
                    "The configuration has mistakes; each is listed with its file and line, variable or flag.");

    public Config {
        warnings = List.copyOf(warnings);
    }

    /**
     * Reads every source, or throws one problem with the mistakes of all of them.
     *
     * @param flags by name, {@code --port}; {@code --config} names the file
     */
    public static Config read(Map<String, String> flags, ProcessEnvironment processEnvironment) {
        return new ConfigReader(flags, processEnvironment).read();
    }

    public String host() {
        return values.get(Settings.HOST);
    }

    /** 0 takes any free port. */
    public int port() {
        return values.get(Settings.PORT);
    }

    public String databaseUrl() {
        return database()
                .find(Settings.DATABASE_URL)
                .orElseGet(() -> "jdbc:sqlite:" + data().resolve("slipway.db"));
    }

    public Optional<String> databaseUser() {
        return database().find(Settings.DATABASE_USER);
    }

    public int databaseConnections() {
        return database().get(Settings.DATABASE_CONNECTIONS);
    }

    /** Where people reach the server, if an admin said so. */
    public Optional<URI> publicUrl() {
        return values.find(Settings.PUBLIC_URL).map(URI::create);
    }

    public boolean tlsGenerated() {
        return values.get(Settings.TLS).get(Settings.TLS_GENERATE);
    }

    /** Whether the server itself speaks TLS. */
    public boolean encrypted() {
        return tlsGenerated() || tlsCertificate().isPresent();
    }

    /** Everything the server keeps. */
    public Path data() {
        return places.data();
    }

    public Optional<Path> databasePasswordFile() {
        return places.databasePassword();
    }

    public Optional<Path> tlsCertificate() {
        return places.tlsCertificate();
    }

    public Optional<Path> tlsKey() {
        return places.tlsKey();
    }

    /** Where seals of the audit log are kept besides. */
    public Optional<Path> secondPlace() {
        return places.secondPlace();
    }

    public Duration keepFacts() {
        return values.get(Settings.JOURNAL).get(Settings.KEEP_FACTS);
    }

    public Duration keepTicks() {
        return values.get(Settings.JOURNAL).get(Settings.KEEP_TICKS);
    }

    public Duration keepAnswers() {
        return values.get(Settings.JOURNAL).get(Settings.KEEP_ANSWERS);
    }

    public LogFormat logFormat() {
        return values.get(Settings.LOG).get(Settings.LOG_FORMAT);
    }

    public LogLevel logLevel() {
        return values.get(Settings.LOG).get(Settings.LOG_LEVEL);
    }

    /** Who applies what finished workloads correct. */
    public CalibrationUse calibration() {
        return values.get(Settings.PLAN).get(Settings.CALIBRATION);
    }

    public SandboxUse sandbox() {
        return values.get(Settings.RUN).get(Settings.SANDBOX);
    }

    public EngineKind engine() {
        return values.get(Settings.RUN).get(Settings.ENGINE);
    }

    /** The folder jobs run in. */
    public Path attempts() {
        return places.attempts().orElseGet(() -> data().resolve("attempts"));
    }

    /** Of the Slurm cluster, where that is the engine. */
    public List<SlurmSettings.Partition> slurmPartitions() {
        return SlurmKeys.partitions(values);
    }

    public RunAs as() {
        return values.get(Settings.RUN).get(Settings.AS);
    }

    /** The account of each person who has one there; empty: each has one of the same name. */
    public Optional<Map<String, String>> slurmAccounts() {
        return SlurmKeys.accounts(values);
    }

    public SlurmSettings.SubmitOptions slurmTerms() {
        return SlurmKeys.terms(values);
    }

    /** Which ports workspaces get. */
    public PortRange workspacePorts() {
        return values.get(Settings.RUN).find(Settings.WORKSPACE_PORTS).orElse(PortRange.ANY);
    }

    /** What an hour of each type costs; empty where nobody has set a price. */
    public RateCard prices() {
        PriceList list = PriceList.of(values);
        return new RateCard(list.currency(), list.perType());
    }

    /** The policy, and what is written of the teams; the teams' tree is guard's. */
    public ClusterSharing sharing(
            Consumer<Mistake> wrong, Function<TeamId, Optional<TeamId>> above) {
        return ClusterSharing.of(values, wrong, above);
    }

    /** Every setting with its value and where that comes from. */
    public List<Row> rows() {
        return Settings.all().stream().map(this::row).toList();
    }

    private Row row(Setting setting) {
        Optional<DocumentNode> written = values.node(setting.path());
        return new Row(
                setting,
                text(setting, written),
                written.map(DocumentNode::location).orElse(BlockValues.DEFAULT));
    }

    private Optional<String> text(Setting setting, Optional<DocumentNode> written) {
        SpecKey<?> specKey = setting.key();
        if (specKey.equals(Settings.DATABASE_URL)) {
            return Optional.of(databaseUrl());
        }
        Optional<Path> place = place(specKey);
        if (place.isPresent()) {
            return place.map(Path::toString);
        }
        return written.map(Config::text);
    }

    /** A block on one line: its names, with their values where these are simple. */
    private static String text(DocumentNode documentNode) {
        return switch (documentNode) {
            case DocumentNode.Value value -> value.text();
            case DocumentNode.Block block ->
                    block.entries().stream()
                            .map(
                                    entry ->
                                            entry.value() instanceof DocumentNode.Value value
                                                    ? entry.key() + " " + value.text()
                                                    : entry.key())
                            .collect(Collectors.joining(", "));
            case DocumentNode.Nothing _, DocumentNode.Items _ -> documentNode.display();
        };
    }

    private Optional<Path> place(SpecKey<?> specKey) {
        if (specKey.equals(Settings.DATA)) {
            return Optional.of(data());
        } else if (specKey.equals(Settings.DATABASE_PASSWORD_FILE)) {
            return databasePasswordFile();
        } else if (specKey.equals(Settings.TLS_CERTIFICATE)) {
            return tlsCertificate();
        } else if (specKey.equals(Settings.TLS_KEY)) {
            return tlsKey();
        } else if (specKey.equals(Settings.SECOND_PLACE)) {
            return secondPlace();
        } else if (specKey.equals(SignOnKeys.CLIENT_SECRET_FILE)) {
            return signOn.flatMap(SignOnSettings::clientSecretFile);
        } else if (specKey.equals(Settings.ATTEMPTS)) {
            return places.attempts();
        }
        return Optional.empty();
    }

    private BlockValues database() {
        return values.get(Settings.DATABASE_KEY);
    }
}
