package slipway.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import slipway.notify.AddressRange;
import slipway.schedule.config.ClusterSharing;
import slipway.spec.BlockSchema;
import slipway.spec.BlockValues;
import slipway.spec.ParseResult;
import slipway.spec.PriceList;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.surface.run.server.proxy.PortRange;

/** All settings. Variables, flags, schema and reference are derived from them. */
public final class Settings {

    private static final Pattern DATABASE = Pattern.compile("jdbc:(sqlite:|postgresql://).+");
    private static final Pattern PASSWORD = Pattern.compile("(?i)[?&;](ssl)?password=|//[^/]*@");

    static final SpecKey<String> HOST =
            SpecKey.of(
                            "host",
                            ValueType.line(),
                            "The address the server listens on. The default is reachable from this machine only.")
                    .withDefault("127.0.0.1")
                    .example("0.0.0.0");
    static final SpecKey<Integer> PORT =
            SpecKey.of(
                            "port",
                            ValueType.wholeNumber(0, 65535),
                            "The port the server listens on; 0 selects a free one.")
                    .withDefault("8470");
    static final SpecKey<Path> DATA =
            SpecKey.of("data", ValueType.path(), "The data directory of the server.")
                    .withDefault("~/.slipway");

    static final SpecKey<String> PUBLIC_URL =
            SpecKey.of(
                            "public_url",
                            ValueType.of(
                                    "an address that begins with http:// or https://",
                                    "^https?://[^/\\s]+/?$",
                                    Settings::publicUrl),
                            "The public address of the server, if it has a host name or a proxy.")
                    .example("https://gpu.example.org");

    static final SpecKey<Boolean> TLS_GENERATE =
            SpecKey.of(
                            "generate",
                            ValueType.bool(),
                            "Use TLS with a certificate that the server generates.")
                    .withDefault("false");
    static final SpecKey<Path> TLS_CERTIFICATE =
            SpecKey.of(
                            "certificate",
                            ValueType.path(),
                            "Use TLS with this certificate and its chain, a PEM file.")
                    .example("/etc/slipway/certificate.pem");
    static final SpecKey<Path> TLS_KEY =
            SpecKey.of(
                            "key",
                            ValueType.path(),
                            "The private key of the certificate, a PEM file in PKCS #8 format.")
                    .example("/etc/slipway/key.pem");
    static final SpecKey<Boolean> TLS_HSTS =
            SpecKey.of(
                            "hsts",
                            ValueType.bool(),
                            "Behind a proxy with TLS: tell browsers to use only TLS for this host, on all its ports,"
                                    + " for a year. A server with TLS always does.")
                    .withDefault("false");
    static final SpecKey<BlockValues> TLS =
            SpecKey.of(
                    "tls",
                    BlockSchema.of(TLS_GENERATE, TLS_CERTIFICATE, TLS_KEY, TLS_HSTS),
                    "Transport encryption.");

    static final SpecKey<String> DATABASE_URL =
            SpecKey.of(
                            "url",
                            ValueType.of(
                                    "a JDBC URL of SQLite or PostgreSQL",
                                    "^jdbc:(sqlite:|postgresql://).+$",
                                    Settings::databaseUrl),
                            "The database. Default: SQLite in the data directory.")
                    .example("jdbc:postgresql://db.example.org/slipway");
    static final SpecKey<String> DATABASE_USER =
            SpecKey.of("user", ValueType.line(), "The PostgreSQL user.").example("slipway");
    static final SpecKey<Path> DATABASE_PASSWORD_FILE =
            SpecKey.of(
                            "password_file",
                            ValueType.path(),
                            "The file whose first line is the password of that user.")
                    .example("/etc/slipway/database-password");
    static final SpecKey<Integer> DATABASE_CONNECTIONS =
            SpecKey.of(
                            "connections",
                            ValueType.wholeNumber(1, 1000),
                            "The maximum number of PostgreSQL connections.")
                    .withDefault("8");
    static final SpecKey<BlockValues> DATABASE_KEY =
            SpecKey.of(
                    "database",
                    BlockSchema.of(
                            DATABASE_URL,
                            DATABASE_USER,
                            DATABASE_PASSWORD_FILE,
                            DATABASE_CONNECTIONS),
                    "The database.");

    static final SpecKey<Duration> KEEP_FACTS =
            SpecKey.of(
                            "keep_facts",
                            ValueType.duration(),
                            "How long the bodies of facts are kept. Their hashes are never deleted.")
                    .withDefault("3650d");
    static final SpecKey<Duration> KEEP_TICKS =
            SpecKey.of(
                            "keep_ticks",
                            ValueType.duration(),
                            "How long ticks (usage, samples) are kept before they are compacted.")
                    .withDefault("30d");
    static final SpecKey<Duration> KEEP_ANSWERS =
            SpecKey.of(
                            "keep_answers",
                            ValueType.duration(),
                            "How long a repeated request with the same idempotency key gets the stored response.")
                    .withDefault("7d");
    static final SpecKey<BlockValues> JOURNAL =
            SpecKey.of(
                    "journal",
                    BlockSchema.of(KEEP_FACTS, KEEP_TICKS, KEEP_ANSWERS),
                    "The journal.");

    static final SpecKey<Path> SEAL_MIRROR =
            SpecKey.of(
                            "second_place",
                            ValueType.path(),
                            "A folder that receives a copy of every audit seal, ideally append-only for this server.")
                    .example("/mnt/audit-vault");
    static final SpecKey<Duration> KEEP_READS =
            SpecKey.of(
                            "keep_reads",
                            ValueType.duration(),
                            "How long the access log keeps who read what, such as the values of secrets.")
                    .withDefault("365d");
    static final SpecKey<BlockValues> AUDIT =
            SpecKey.of("audit", BlockSchema.of(SEAL_MIRROR, KEEP_READS), "The audit log.");

    static final SpecKey<LogLevel> LOG_LEVEL =
            SpecKey.of("level", ValueType.choice(LogLevel.class), "The verbosity of the log.")
                    .withDefault("info");
    static final SpecKey<LogFormat> LOG_FORMAT =
            SpecKey.of(
                            "format",
                            ValueType.choice(LogFormat.class),
                            "Plain lines, or one JSON object per line.")
                    .withDefault("text");
    static final SpecKey<BlockValues> LOG =
            SpecKey.of("log", BlockSchema.of(LOG_LEVEL, LOG_FORMAT), "The log.");

    static final SpecKey<SandboxUse> SANDBOX =
            SpecKey.of(
                            "sandbox",
                            ValueType.choice(SandboxUse.class),
                            "Whether jobs of different teams must be isolated by a sandbox.")
                    .withDefault("needed");
    static final SpecKey<EngineKind> ENGINE =
            SpecKey.of(
                            "engine",
                            ValueType.choice(EngineKind.class),
                            "The engine that executes jobs: this machine, or a Slurm cluster.")
                    .withDefault("local");
    static final SpecKey<RunAs> RUN_AS =
            SpecKey.of(
                            "as",
                            ValueType.choice(RunAs.class),
                            "The account of jobs: the server's, or on Slurm that of the user who submits.")
                    .withDefault("service");
    static final SpecKey<Path> ATTEMPTS =
            SpecKey.of(
                            "attempts",
                            ValueType.path(),
                            "The folder of attempt directories with logs and checkpoints; on a cluster with the same"
                                    + " path on every node. Default: attempts in the data directory.")
                    .example("/shared/slipway");
    static final SpecKey<PortRange> WORKSPACE_PORTS =
            SpecKey.of(
                            "workspace_ports",
                            ValueType.of(
                                    "ports such as 20000-20099",
                                    "^[0-9]+-[0-9]+$",
                                    PortRange::read),
                            "The ports of workspaces, one for each. Default: any free port.")
                    .example("20000-20099");
    static final SpecKey<String> WORKSPACE_URL =
            SpecKey.of(
                            "workspace_url",
                            ValueType.of(
                                    "an address without a port, such as https://gpu.example.org",
                                    "^https?://[^/:\\s]+/?$",
                                    Settings::workspaceUrl),
                            "Where browsers reach the ports of workspaces, if a proxy with TLS forwards them. Default:"
                                    + " the host of public_url, with TLS if the server itself uses it.")
                    .example("https://gpu.example.org");
    static final SpecKey<BlockValues> RUN =
            SpecKey.of(
                    "run",
                    BlockSchema.of(
                            ENGINE, RUN_AS, ATTEMPTS, SANDBOX, WORKSPACE_PORTS, WORKSPACE_URL),
                    "Execution of jobs.");

    static final SpecKey<CalibrationUse> CALIBRATION =
            SpecKey.of(
                            "calibration",
                            ValueType.choice(CalibrationUse.class),
                            "Whether calibrations are applied manually, or automatically once a day.")
                    .withDefault("manual");
    static final SpecKey<BlockValues> PLAN =
            SpecKey.of("plan", BlockSchema.of(CALIBRATION), "Estimates.");

    static final SpecKey<List<AddressRange>> ALLOW_ADDRESSES =
            SpecKey.of(
                            "allow_addresses",
                            ValueType.of(
                                    "address ranges such as 10.20.0.0/16, separated by commas",
                                    "^[0-9A-Fa-f.:/, ]+$",
                                    Settings::addressRanges),
                            "Private addresses that webhooks may be sent to. Default: public addresses only.")
                    .example("10.20.0.0/16");
    static final SpecKey<BlockValues> WEBHOOKS =
            SpecKey.of("webhooks", BlockSchema.of(ALLOW_ADDRESSES), "Webhooks.");

    public static final BlockSchema SHAPE =
            BlockSchema.of(
                    HOST,
                    PORT,
                    DATA,
                    PUBLIC_URL,
                    TLS,
                    DATABASE_KEY,
                    JOURNAL,
                    AUDIT,
                    SignOnKeys.SIGN_ON,
                    LOG,
                    RUN,
                    PLAN,
                    WEBHOOKS,
                    SlurmKeys.SLURM,
                    PriceList.KEY,
                    ClusterSharing.SCHEDULE,
                    ClusterSharing.TEAMS);

    /** Structured blocks can only be set in the file. */
    private static final Set<String> IN_FILE_ONLY =
            Set.of(
                    PriceList.KEY.name(),
                    ClusterSharing.SCHEDULE.name(),
                    ClusterSharing.TEAMS.name());

    private static final List<Setting> ALL =
            SHAPE.leaves().stream().map(leaf -> new Setting(leaf.path(), leaf.key())).toList();

    private static final List<Setting> NAMED =
            ALL.stream().filter(setting -> !isInFileOnly(setting)).toList();

    private Settings() {}

    public static List<Setting> all() {
        return ALL;
    }

    /** The settings that have a variable and a flag. */
    public static List<Setting> named() {
        return NAMED;
    }

    /** Whether the setting has neither a variable nor a flag: prices and cluster sharing. */
    public static boolean isInFileOnly(Setting setting) {
        return IN_FILE_ONLY.contains(setting.path().replaceFirst("\\..*", ""));
    }

    private static ParseResult<String> publicUrl(String text) {
        return text.matches("https?://[A-Za-z0-9.:\\[\\]-]+/?")
                ? ParseResult.parsed(
                        text.endsWith("/") ? text.substring(0, text.length() - 1) : text)
                : ParseResult.rejected(
                        "not an address without a path, such as https://gpu.example.org.");
    }

    private static ParseResult<String> workspaceUrl(String text) {
        return text.matches("https?://[A-Za-z0-9.-]+/?")
                ? publicUrl(text)
                : ParseResult.rejected(
                        "not an address without a port, such as https://gpu.example.org.");
    }

    private static ParseResult<List<AddressRange>> addressRanges(String text) {
        List<Optional<AddressRange>> ranges =
                Arrays.stream(text.split(",", -1))
                        .map(part -> AddressRange.parse(part.strip()))
                        .toList();
        return ranges.stream().allMatch(Optional::isPresent)
                ? ParseResult.parsed(ranges.stream().flatMap(Optional::stream).toList())
                : ParseResult.rejected(
                        "not address ranges separated by commas, such as 10.20.0.0/16.");
    }

    private static ParseResult<String> databaseUrl(String text) {
        // The refused text may contain a password, so the message does not repeat it.
        if (PASSWORD.matcher(text).find()) {
            return ParseResult.rejected(
                    "the URL must not contain a user or password."
                            + " Use database.user and database.password_file.");
        }
        return DATABASE.matcher(text).matches()
                ? ParseResult.parsed(text)
                : ParseResult.rejected(
                        "not a JDBC URL of SQLite or PostgreSQL, such as jdbc:postgresql://db.example.org/slipway.");
    }
}
