package slipway.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import slipway.schedule.config.ClusterSharing;
import slipway.spec.BlockSchema;
import slipway.spec.BlockValues;
import slipway.spec.ParseResult;
import slipway.spec.PriceList;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.surface.run.server.proxy.PortRange;

/** Everything that can be set, declared once. */
public final class Settings {

    private static final Pattern DATABASE = Pattern.compile("jdbc:(sqlite:|postgresql://).+");
    private static final Pattern PASSWORD = Pattern.compile("(?i)[?&;](ssl)?password=|//[^/]*@");

    static final SpecKey<String> HOST =
            SpecKey.of(
                            "host",
                            ValueType.line(),
                            "The address the server listens on; only this machine unless told otherwise.")
                    .withDefault("127.0.0.1")
                    .example("0.0.0.0");
    static final SpecKey<Integer> PORT =
            SpecKey.of(
                            "port",
                            ValueType.wholeNumber(0, 65535),
                            "The port it listens on; 0 takes any free one.")
                    .withDefault("8470");
    static final SpecKey<Path> DATA =
            SpecKey.of(
                            "data",
                            ValueType.path(),
                            "The folder that holds everything the server keeps.")
                    .withDefault("~/.slipway");

    static final SpecKey<String> PUBLIC_URL =
            SpecKey.of(
                            "public_url",
                            ValueType.of(
                                    "an address that begins with http:// or https://",
                                    "^https?://[^/\\s]+/?$",
                                    Settings::publicUrl),
                            "Where people reach the server, when it has a name or stands behind a proxy.")
                    .example("https://gpu.example.org");

    static final SpecKey<Boolean> TLS_GENERATE =
            SpecKey.of(
                            "generate",
                            ValueType.bool(),
                            "Speak TLS with a certificate that the server makes for itself.")
                    .withDefault("false");
    static final SpecKey<Path> TLS_CERTIFICATE =
            SpecKey.of(
                            "certificate",
                            ValueType.path(),
                            "Speak TLS with this certificate and its chain, a PEM file.")
                    .example("/etc/slipway/certificate.pem");
    static final SpecKey<Path> TLS_KEY =
            SpecKey.of(
                            "key",
                            ValueType.path(),
                            "The certificate's key, a PEM file in PKCS #8 form.")
                    .example("/etc/slipway/key.pem");
    static final SpecKey<BlockValues> TLS =
            SpecKey.of(
                    "tls", BlockSchema.of(TLS_GENERATE, TLS_CERTIFICATE, TLS_KEY), "Encryption.");

    static final SpecKey<String> DATABASE_URL =
            SpecKey.of(
                            "url",
                            ValueType.of(
                                    "a JDBC URL of SQLite or PostgreSQL",
                                    "^jdbc:(sqlite:|postgresql://).+$",
                                    Settings::databaseUrl),
                            "Where the database is; left out, it is SQLite in the data folder.")
                    .example("jdbc:postgresql://db.example.org/slipway");
    static final SpecKey<String> DATABASE_USER =
            SpecKey.of("user", ValueType.line(), "Who signs in to PostgreSQL.").example("slipway");
    static final SpecKey<Path> DATABASE_PASSWORD_FILE =
            SpecKey.of(
                            "password_file",
                            ValueType.path(),
                            "The file whose first line is that user's password.")
                    .example("/etc/slipway/database-password");
    static final SpecKey<Integer> DATABASE_CONNECTIONS =
            SpecKey.of(
                            "connections",
                            ValueType.wholeNumber(1, 1000),
                            "How many connections to PostgreSQL are kept at most.")
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
                            "How long the bodies of facts are kept; their hashes stay for ever.")
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
                            "How long a repeated request with the same idempotency key gets the same answer.")
                    .withDefault("7d");
    static final SpecKey<BlockValues> JOURNAL =
            SpecKey.of(
                    "journal",
                    BlockSchema.of(KEEP_FACTS, KEEP_TICKS, KEEP_ANSWERS),
                    "The journal.");

    static final SpecKey<Path> SECOND_PLACE =
            SpecKey.of(
                            "second_place",
                            ValueType.path(),
                            "A folder that keeps every seal of the audit log too; best where this server can only add.")
                    .example("/mnt/audit-vault");
    static final SpecKey<BlockValues> AUDIT =
            SpecKey.of("audit", BlockSchema.of(SECOND_PLACE), "The audit log.");

    static final SpecKey<LogLevel> LOG_LEVEL =
            SpecKey.of(
                            "level",
                            ValueType.choice(LogLevel.class),
                            "How much is written into the log.")
                    .withDefault("info");
    static final SpecKey<LogFormat> LOG_FORMAT =
            SpecKey.of(
                            "format",
                            ValueType.choice(LogFormat.class),
                            "Lines for people, or one JSON object a line for programs.")
                    .withDefault("text");
    static final SpecKey<BlockValues> LOG =
            SpecKey.of("log", BlockSchema.of(LOG_LEVEL, LOG_FORMAT), "The log.");

    static final SpecKey<SandboxUse> SANDBOX =
            SpecKey.of(
                            "sandbox",
                            ValueType.choice(SandboxUse.class),
                            "Whether teams need a sandbox between their jobs, or trust each other.")
                    .withDefault("needed");
    static final SpecKey<EngineKind> ENGINE =
            SpecKey.of(
                            "engine",
                            ValueType.choice(EngineKind.class),
                            "What executes jobs: this machine, or the Slurm cluster that it belongs to.")
                    .withDefault("local");
    static final SpecKey<RunAs> AS =
            SpecKey.of(
                            "as",
                            ValueType.choice(RunAs.class),
                            "Under whose account jobs run: the server's, or on Slurm that of whoever submits them.")
                    .withDefault("service");
    static final SpecKey<Path> ATTEMPTS =
            SpecKey.of(
                            "attempts",
                            ValueType.path(),
                            "The folder jobs run in, logs and checkpoints with them; on a cluster one that every node"
                                    + " has under the same path. Unless it is named, attempts in the data folder.")
                    .example("/shared/slipway");
    static final SpecKey<PortRange> WORKSPACE_PORTS =
            SpecKey.of(
                            "workspace_ports",
                            ValueType.of(
                                    "ports such as 20000-20099",
                                    "^[0-9]+-[0-9]+$",
                                    PortRange::read),
                            "The ports of workspaces, one for each; left out, any free one.")
                    .example("20000-20099");
    static final SpecKey<BlockValues> RUN =
            SpecKey.of(
                    "run",
                    BlockSchema.of(ENGINE, AS, ATTEMPTS, SANDBOX, WORKSPACE_PORTS),
                    "How jobs run.");

    static final SpecKey<CalibrationUse> CALIBRATION =
            SpecKey.of(
                            "calibration",
                            ValueType.choice(CalibrationUse.class),
                            "Whether what finished workloads correct is applied by a person, or once a day by"
                                    + " itself.")
                    .withDefault("manual");
    static final SpecKey<BlockValues> PLAN =
            SpecKey.of("plan", BlockSchema.of(CALIBRATION), "How estimates are made.");

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
                    SlurmKeys.SLURM,
                    PriceList.KEY,
                    ClusterSharing.SCHEDULE,
                    ClusterSharing.TEAMS);

    /** What belongs together as a whole stands in the file alone. */
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

    /** Those that have a variable and a flag. */
    public static List<Setting> named() {
        return NAMED;
    }

    /** Whether it has neither a variable nor a flag: prices, and how the cluster is shared. */
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

    private static ParseResult<String> databaseUrl(String text) {
        // What is refused here may hold a password, so the text itself is never repeated.
        if (PASSWORD.matcher(text).find()) {
            return ParseResult.rejected(
                    "a password or user does not belong into the URL."
                            + " Use database.user, and write the password into database.password_file.");
        }
        return DATABASE.matcher(text).matches()
                ? ParseResult.parsed(text)
                : ParseResult.rejected(
                        "not a JDBC URL of SQLite or PostgreSQL, such as jdbc:postgresql://db.example.org/slipway.");
    }
}
