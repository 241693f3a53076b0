package slipway.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import slipway.schedule.rules.Rules;
import slipway.spec.Key;
import slipway.spec.Reading;
import slipway.spec.Shape;
import slipway.spec.Type;
import slipway.spec.Values;
import slipway.spec.prices.PriceList;

/** Everything that can be set, declared once. */
public final class Settings {

    private static final Pattern DATABASE = Pattern.compile("jdbc:(sqlite:|postgresql://).+");
    private static final Pattern PASSWORD = Pattern.compile("(?i)[?&;](ssl)?password=|//[^/]*@");

    static final Key<String> HOST =
            Key.of(
                            "host",
                            Type.line(),
                            "The address the server listens on; only this machine unless told otherwise.")
                    .or("127.0.0.1")
                    .example("0.0.0.0");
    static final Key<Integer> PORT =
            Key.of(
                            "port",
                            Type.wholeNumber(0, 65535),
                            "The port it listens on; 0 takes any free one.")
                    .or("8470");
    static final Key<Path> DATA =
            Key.of("data", Type.path(), "The folder that holds everything the server keeps.")
                    .or("~/.slipway");

    static final Key<String> PUBLIC_URL =
            Key.of(
                            "public_url",
                            Type.of(
                                    "an address that begins with http:// or https://",
                                    "^https?://[^/\\s]+/?$",
                                    Settings::publicUrl),
                            "Where people reach the server, when it has a name or stands behind a proxy.")
                    .example("https://gpu.example.org");

    static final Key<Boolean> TLS_GENERATE =
            Key.of(
                            "generate",
                            Type.yesNo(),
                            "Speak TLS with a certificate that the server makes for itself.")
                    .or("false");
    static final Key<Path> TLS_CERTIFICATE =
            Key.of(
                            "certificate",
                            Type.path(),
                            "Speak TLS with this certificate and its chain, a PEM file.")
                    .example("/etc/slipway/certificate.pem");
    static final Key<Path> TLS_KEY =
            Key.of("key", Type.path(), "The certificate's key, a PEM file in PKCS #8 form.")
                    .example("/etc/slipway/key.pem");
    static final Key<Values> TLS =
            Key.of("tls", Shape.of(TLS_GENERATE, TLS_CERTIFICATE, TLS_KEY), "Encryption.");

    static final Key<String> DATABASE_URL =
            Key.of(
                            "url",
                            Type.of(
                                    "a JDBC URL of SQLite or PostgreSQL",
                                    "^jdbc:(sqlite:|postgresql://).+$",
                                    Settings::databaseUrl),
                            "Where the database is; left out, it is SQLite in the data folder.")
                    .example("jdbc:postgresql://db.example.org/slipway");
    static final Key<String> DATABASE_USER =
            Key.of("user", Type.line(), "Who signs in to PostgreSQL.").example("slipway");
    static final Key<Path> DATABASE_PASSWORD_FILE =
            Key.of(
                            "password_file",
                            Type.path(),
                            "The file whose first line is that user's password.")
                    .example("/etc/slipway/database-password");
    static final Key<Integer> DATABASE_CONNECTIONS =
            Key.of(
                            "connections",
                            Type.wholeNumber(1, 1000),
                            "How many connections to PostgreSQL are kept at most.")
                    .or("8");
    static final Key<Values> DATABASE_KEY =
            Key.of(
                    "database",
                    Shape.of(
                            DATABASE_URL,
                            DATABASE_USER,
                            DATABASE_PASSWORD_FILE,
                            DATABASE_CONNECTIONS),
                    "The database.");

    static final Key<Duration> KEEP_FACTS =
            Key.of(
                            "keep_facts",
                            Type.duration(),
                            "How long the bodies of facts are kept; their hashes stay for ever.")
                    .or("3650d");
    static final Key<Duration> KEEP_TICKS =
            Key.of(
                            "keep_ticks",
                            Type.duration(),
                            "How long ticks (usage, samples) are kept before they are compacted.")
                    .or("30d");
    static final Key<Duration> KEEP_ANSWERS =
            Key.of(
                            "keep_answers",
                            Type.duration(),
                            "How long a repeated request with the same idempotency key gets the same answer.")
                    .or("7d");
    static final Key<Values> JOURNAL =
            Key.of("journal", Shape.of(KEEP_FACTS, KEEP_TICKS, KEEP_ANSWERS), "The journal.");

    static final Key<Path> SECOND_PLACE =
            Key.of(
                            "second_place",
                            Type.path(),
                            "A folder that keeps every seal of the audit log too; best where this server can only add.")
                    .example("/mnt/audit-vault");
    static final Key<Values> AUDIT = Key.of("audit", Shape.of(SECOND_PLACE), "The audit log.");

    static final Key<LogLevel> LOG_LEVEL =
            Key.of("level", Type.choice(LogLevel.class), "How much is written into the log.")
                    .or("info");
    static final Key<LogFormat> LOG_FORMAT =
            Key.of(
                            "format",
                            Type.choice(LogFormat.class),
                            "Lines for people, or one JSON object a line for programs.")
                    .or("text");
    static final Key<Values> LOG = Key.of("log", Shape.of(LOG_LEVEL, LOG_FORMAT), "The log.");

    static final Key<SandboxUse> SANDBOX =
            Key.of(
                            "sandbox",
                            Type.choice(SandboxUse.class),
                            "Whether teams need a sandbox between their jobs, or trust each other.")
                    .or("needed");
    static final Key<EngineKind> ENGINE =
            Key.of(
                            "engine",
                            Type.choice(EngineKind.class),
                            "What executes jobs: this machine, or the Slurm cluster that it belongs to.")
                    .or("local");
    static final Key<RunAs> AS =
            Key.of(
                            "as",
                            Type.choice(RunAs.class),
                            "Under whose account jobs run: the server's, or on Slurm that of whoever submits them.")
                    .or("service");
    static final Key<Path> ATTEMPTS =
            Key.of(
                            "attempts",
                            Type.path(),
                            "The folder jobs run in, logs and checkpoints with them; on a cluster one that every node"
                                    + " has under the same path. Unless it is named, attempts in the data folder.")
                    .example("/shared/slipway");
    static final Key<Ports> WORKSPACE_PORTS =
            Key.of(
                            "workspace_ports",
                            Type.of("ports such as 20000-20099", "^[0-9]+-[0-9]+$", Ports::read),
                            "The ports of workspaces, one for each; left out, any free one.")
                    .example("20000-20099");
    static final Key<Values> RUN =
            Key.of(
                    "run",
                    Shape.of(ENGINE, AS, ATTEMPTS, SANDBOX, WORKSPACE_PORTS),
                    "How jobs run.");

    static final Key<CalibrationUse> CALIBRATION =
            Key.of(
                            "calibration",
                            Type.choice(CalibrationUse.class),
                            "Whether what finished workloads correct is applied by a person, or once a day by"
                                    + " itself.")
                    .or("manual");
    static final Key<Values> PLAN =
            Key.of("plan", Shape.of(CALIBRATION), "How estimates are made.");

    public static final Shape SHAPE =
            Shape.of(
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
                    Rules.SCHEDULE,
                    Rules.TEAMS);

    /** What belongs together as a whole stands in the file alone. */
    private static final Set<String> IN_FILE_ONLY =
            Set.of(PriceList.KEY.name(), Rules.SCHEDULE.name(), Rules.TEAMS.name());

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

    private static Reading<String> publicUrl(String text) {
        return text.matches("https?://[A-Za-z0-9.:\\[\\]-]+/?")
                ? Reading.understood(
                        text.endsWith("/") ? text.substring(0, text.length() - 1) : text)
                : Reading.refused(
                        "not an address without a path, such as https://gpu.example.org.");
    }

    private static Reading<String> databaseUrl(String text) {
        // What is refused here may hold a password, so the text itself is never repeated.
        if (PASSWORD.matcher(text).find()) {
            return Reading.refused(
                    "a password or user does not belong into the URL."
                            + " Use database.user, and write the password into database.password_file.");
        }
        return DATABASE.matcher(text).matches()
                ? Reading.understood(text)
                : Reading.refused(
                        "not a JDBC URL of SQLite or PostgreSQL, such as jdbc:postgresql://db.example.org/slipway.");
    }
}
