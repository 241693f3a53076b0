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
import slipway.notify.AddressRange;
import slipway.run.slurm.SlurmSettings;
import slipway.schedule.config.ClusterSharing;
import slipway.spec.BlockValues;
import slipway.spec.DocumentNode;
import slipway.spec.PriceList;
import slipway.spec.SpecKey;
import slipway.surface.run.server.proxy.PortRange;

/**
 * The effective configuration, complete and validated, with the source of each value.
 *
 * @param values as read; paths in them are unresolved
 * @param paths the resolved files and folders
 * @param signOn empty without single sign-on
 * @param file the configuration file, if there is one
 * @param warnings probable mistakes that do no harm, such as an unknown variable
 */
public record Config(
        BlockValues values,
        Paths paths,
        Optional<SignOnSettings> signOn,
        Optional<Path> file,
        List<Mistake> warnings) {

    /** Absolute files and folders. */
    public record Paths(
            Path data,
            Optional<Path> databasePassword,
            Optional<Path> tlsCertificate,
            Optional<Path> tlsKey,
            Optional<Path> sealMirror,
            Optional<Path> attempts) {}

    /** One row of {@code config show}. */
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

    /** The public address of the server, if it is configured. */
    public Optional<URI> publicUrl() {
        return values.find(Settings.PUBLIC_URL).map(URI::create);
    }

    /** Where browsers reach the ports of workspaces, if a proxy forwards them. */
    public Optional<URI> workspaceUrl() {
        return values.get(Settings.RUN).find(Settings.WORKSPACE_URL).map(URI::create);
    }

    /** Whether everything at the proxy's host uses TLS. */
    public boolean hsts() {
        return values.get(Settings.TLS).get(Settings.TLS_HSTS);
    }

    public boolean tlsGenerated() {
        return values.get(Settings.TLS).get(Settings.TLS_GENERATE);
    }

    /** Whether the server itself uses TLS. */
    public boolean encrypted() {
        return tlsGenerated() || tlsCertificate().isPresent();
    }

    /** The data directory. */
    public Path data() {
        return paths.data();
    }

    public Optional<Path> databasePasswordFile() {
        return paths.databasePassword();
    }

    public Optional<Path> tlsCertificate() {
        return paths.tlsCertificate();
    }

    public Optional<Path> tlsKey() {
        return paths.tlsKey();
    }

    /** The folder to which the seals of the audit log are mirrored. */
    public Optional<Path> sealMirror() {
        return paths.sealMirror();
    }

    public Duration keepReads() {
        return values.get(Settings.AUDIT).get(Settings.KEEP_READS);
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

    /** Who applies calibrations from finished workloads. */
    public CalibrationUse calibration() {
        return values.get(Settings.PLAN).get(Settings.CALIBRATION);
    }

    /** Private addresses that webhooks may be sent to. */
    public List<AddressRange> webhookAddresses() {
        return values.get(Settings.WEBHOOKS).find(Settings.ALLOW_ADDRESSES).orElse(List.of());
    }

    public SandboxUse sandbox() {
        return values.get(Settings.RUN).get(Settings.SANDBOX);
    }

    public EngineKind engine() {
        return values.get(Settings.RUN).get(Settings.ENGINE);
    }

    /** The folder of attempt directories. */
    public Path attempts() {
        return paths.attempts().orElseGet(() -> data().resolve("attempts"));
    }

    /** The Slurm partitions, if Slurm is the engine. */
    public List<SlurmSettings.Partition> slurmPartitions() {
        return SlurmKeys.partitions(values);
    }

    public RunAs runAs() {
        return values.get(Settings.RUN).get(Settings.RUN_AS);
    }

    /** The cluster account by user; empty: every user has the account of the same name. */
    public Optional<Map<String, String>> slurmAccounts() {
        return SlurmKeys.accounts(values);
    }

    public SlurmSettings.SubmitOptions slurmSubmitOptions() {
        return SlurmKeys.submitOptions(values);
    }

    /** The ports of workspaces. */
    public PortRange workspacePorts() {
        return values.get(Settings.RUN).find(Settings.WORKSPACE_PORTS).orElse(PortRange.ANY);
    }

    /** The hourly prices; empty without configured prices. */
    public RateCard prices() {
        PriceList list = PriceList.of(values);
        return new RateCard(list.currency(), list.perType());
    }

    /** Policy and quotas; the team hierarchy is passed in. */
    public ClusterSharing sharing(
            Consumer<Mistake> mistakes, Function<TeamId, Optional<TeamId>> parent) {
        return ClusterSharing.of(values, mistakes, parent);
    }

    /** Every setting with its value and source. */
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
        SpecKey<?> key = setting.key();
        if (key.equals(Settings.DATABASE_URL)) {
            return Optional.of(databaseUrl());
        }
        Optional<Path> path = resolvedPath(key);
        if (path.isPresent()) {
            return path.map(Path::toString);
        }
        return written.map(Config::text);
    }

    /** A block on one line: its names, with their values where these are simple. */
    private static String text(DocumentNode node) {
        return switch (node) {
            case DocumentNode.Value value -> value.text();
            case DocumentNode.Block block ->
                    block.entries().stream()
                            .map(
                                    entry ->
                                            entry.value() instanceof DocumentNode.Value value
                                                    ? entry.key() + " " + value.text()
                                                    : entry.key())
                            .collect(Collectors.joining(", "));
            case DocumentNode.Nothing _, DocumentNode.Items _ -> node.display();
        };
    }

    private Optional<Path> resolvedPath(SpecKey<?> key) {
        if (key.equals(Settings.DATA)) {
            return Optional.of(data());
        } else if (key.equals(Settings.DATABASE_PASSWORD_FILE)) {
            return databasePasswordFile();
        } else if (key.equals(Settings.TLS_CERTIFICATE)) {
            return tlsCertificate();
        } else if (key.equals(Settings.TLS_KEY)) {
            return tlsKey();
        } else if (key.equals(Settings.SEAL_MIRROR)) {
            return sealMirror();
        } else if (key.equals(SignOnKeys.CLIENT_SECRET_FILE)) {
            return signOn.flatMap(SignOnSettings::clientSecretFile);
        } else if (key.equals(Settings.ATTEMPTS)) {
            return paths.attempts();
        }
        return Optional.empty();
    }

    private BlockValues database() {
        return values.get(Settings.DATABASE_KEY);
    }
}
