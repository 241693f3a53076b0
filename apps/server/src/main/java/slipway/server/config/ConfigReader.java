package slipway.server.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import slipway.base.Mistake;
import slipway.base.Mistakes;
import slipway.base.Problem;
import slipway.base.SourceLocation;
import slipway.schedule.config.ClusterSharing;
import slipway.spec.BlockValues;
import slipway.spec.Document;
import slipway.spec.DocumentNode;
import slipway.spec.MistakeCollector;
import slipway.spec.SpecKey;

/**
 * Reads and validates each source, then merges them. A value is validated even if another source overrides it, so that
 * a mistake does not surface on the day the override is removed.
 */
final class ConfigReader {

    static final String CONFIG_FLAG = "--config";
    private static final String FILE = "slipway.yaml";
    private static final DocumentNode.Block EMPTY = DocumentNode.empty(SourceLocation.of(FILE));

    private final Map<String, String> flags;
    private final ProcessEnvironment processEnvironment;
    private final List<Mistake> mistakes = new ArrayList<>();

    ConfigReader(Map<String, String> flags, ProcessEnvironment processEnvironment) {
        this.flags = Map.copyOf(flags);
        this.processEnvironment = processEnvironment;
    }

    Config read() {
        DocumentNode.Block commandLine =
                block(
                        setting -> Optional.ofNullable(flags.get(setting.flag())),
                        Setting::onCommandLine);
        DocumentNode.Block environment =
                block(setting -> set(setting.variable()), Setting::inEnvironment);
        Optional<Path> file = file(commandLine.mergedOver(environment));
        DocumentNode.Block document = file.map(this::document).orElse(EMPTY);
        check(environment);
        check(commandLine);
        MistakeCollector collector = MistakeCollector.forWhole();
        DocumentNode.Block merged = commandLine.mergedOver(environment.mergedOver(document));
        BlockValues values = Settings.SHAPE.read(merged, collector).orElseThrow();
        collector.mistakes().stream()
                .filter(mistake -> !mistakes.contains(mistake))
                .forEach(mistakes::add);
        values.find(SignOnKeys.SIGN_ON).ifPresent(this::checkSignOn);
        if (!mistakes.isEmpty()) {
            throw problem();
        }
        Config config = config(values, file);
        if (!mistakes.isEmpty()) {
            throw problem();
        }
        return config;
    }

    private Problem problem() {
        return Mistakes.problem(
                Config.INVALID_CONFIGURATION,
                "The configuration",
                mistakes,
                "Correct the listed mistakes and try again. All settings: slipway config schema");
    }

    private Config config(BlockValues values, Optional<Path> file) {
        Path data = path(Settings.DATA, values, file).orElseThrow();
        BlockValues database = values.get(Settings.DATABASE_KEY);
        Optional<Path> password = path(Settings.DATABASE_PASSWORD_FILE, database, file);
        checkReadable(
                password,
                database.location(Settings.DATABASE_PASSWORD_FILE),
                "database.password_file");
        BlockValues signOn = values.get(SignOnKeys.SIGN_ON);
        Optional<Path> secret = path(SignOnKeys.CLIENT_SECRET_FILE, signOn, file);
        checkReadable(
                secret,
                signOn.location(SignOnKeys.CLIENT_SECRET_FILE),
                "sign_on.client_secret_file");
        checkDataIsNotMoved(data, values.location(Settings.DATA), file);
        BlockValues tls = values.get(Settings.TLS);
        Optional<Path> certificate = path(Settings.TLS_CERTIFICATE, tls, file);
        Optional<Path> key = path(Settings.TLS_KEY, tls, file);
        checkReadable(certificate, tls.location(Settings.TLS_CERTIFICATE), "tls.certificate");
        checkReadable(key, tls.location(Settings.TLS_KEY), "tls.key");
        checkTls(tls);
        Optional<Path> sealMirror = path(Settings.SEAL_MIRROR, values.get(Settings.AUDIT), file);
        BlockValues run = values.get(Settings.RUN);
        Optional<Path> attempts = path(Settings.ATTEMPTS, run, file);
        mistakes.addAll(SlurmKeys.mistakes(values, run.get(Settings.ENGINE), attempts.isPresent()));
        ClusterSharing.of(values, mistakes::add);
        List<Mistake> warnings =
                new ArrayList<>(
                        EnvironmentVariables.unknown(processEnvironment.environment().keySet()));
        warnings.addAll(TypeNames.unknown(values));
        return new Config(
                values,
                new Config.Paths(data, password, certificate, key, sealMirror, attempts),
                SignOnKeys.settings(signOn, secret),
                file,
                warnings);
    }

    /** An invalid value is not reported as missing, too. */
    private void checkSignOn(BlockValues signOn) {
        List<String> reported = mistakes.stream().map(Mistake::key).toList();
        SignOnKeys.mistakes(signOn).stream()
                .filter(mistake -> !reported.contains(mistake.key()))
                .forEach(mistakes::add);
    }

    /** A certificate needs its key, and excludes a generated one. */
    private void checkTls(BlockValues tls) {
        boolean certificate = tls.find(Settings.TLS_CERTIFICATE).isPresent();
        boolean key = tls.find(Settings.TLS_KEY).isPresent();
        if (certificate != key) {
            SourceLocation location =
                    tls.location(certificate ? Settings.TLS_CERTIFICATE : Settings.TLS_KEY);
            mistakes.add(
                    new Mistake(
                            location,
                            certificate ? "tls.certificate" : "tls.key",
                            "a certificate needs its key; set tls.certificate and tls.key."));
        } else if (certificate && tls.get(Settings.TLS_GENERATE)) {
            mistakes.add(
                    new Mistake(
                            tls.location(Settings.TLS_GENERATE),
                            "tls.generate",
                            "a certificate is configured, too; remove one of the two."));
        }
    }

    private void checkReadable(Optional<Path> named, SourceLocation location, String key) {
        named.filter(path -> !Files.isReadable(path) || Files.isDirectory(path))
                .map(path -> "there is no readable file " + path + ".")
                .ifPresent(text -> mistakes.add(new Mistake(location, key, text)));
    }

    /** A file found in the data folder cannot name another data folder. */
    private void checkDataIsNotMoved(Path data, SourceLocation location, Optional<Path> file) {
        boolean found = configNamed().isEmpty();
        if (found
                && location.hasLine()
                && file.map(Path::getParent).filter(data::equals).isEmpty()) {
            mistakes.add(
                    new Mistake(
                            location,
                            "data",
                            "this file was found in the data folder, so it cannot name another one."
                                    + " Use --data, SLIPWAY_DATA, or --config for the file."));
        }
    }

    private Optional<Path> path(SpecKey<Path> key, BlockValues values, Optional<Path> file) {
        boolean inFile = values.location(key).hasLine();
        Path folder =
                inFile
                        ? file.map(Path::getParent).orElse(processEnvironment.workingFolder())
                        : processEnvironment.workingFolder();
        return values.find(key).map(written -> processEnvironment.resolve(written, folder));
    }

    /** The named file, or the one in the data folder if it exists. */
    private Optional<Path> file(DocumentNode.Block named) {
        return configNamed()
                .map(
                        config ->
                                Optional.of(
                                        processEnvironment.resolve(
                                                Path.of(config),
                                                processEnvironment.workingFolder())))
                .orElseGet(
                        () -> Optional.of(dataFolder(named).resolve(FILE)).filter(Files::exists));
    }

    private Optional<String> configNamed() {
        return Optional.ofNullable(flags.get(CONFIG_FLAG))
                .or(() -> set(EnvironmentVariables.CONFIG));
    }

    private Path dataFolder(DocumentNode.Block named) {
        BlockValues values = Settings.SHAPE.read(named, MistakeCollector.forPart()).orElseThrow();
        // An invalid path is reported later with all other mistakes.
        Path written = values.find(Settings.DATA).orElse(Path.of("~/.slipway"));
        return processEnvironment.resolve(written, processEnvironment.workingFolder());
    }

    private DocumentNode.Block document(Path file) {
        try {
            Document document = Document.read(file);
            mistakes.addAll(Settings.SHAPE.checkPartial(document));
            return document.root().orElse(EMPTY) instanceof DocumentNode.Block block
                    ? block
                    : EMPTY;
        } catch (Problem unreadable) {
            boolean missing = unreadable.code().equals(Document.NO_SUCH_DOCUMENT);
            String text = missing ? unreadable.what() : unreadable.what() + " " + unreadable.why();
            mistakes.add(new Mistake(configLocation(), "", text));
            return EMPTY;
        }
    }

    private SourceLocation configLocation() {
        String variable =
                set(EnvironmentVariables.CONFIG)
                        .map(_ -> "environment " + EnvironmentVariables.CONFIG)
                        .orElse(FILE);
        return SourceLocation.of(flags.containsKey(CONFIG_FLAG) ? "flag " + CONFIG_FLAG : variable);
    }

    private void check(DocumentNode.Block source) {
        MistakeCollector collector = MistakeCollector.forPart();
        Settings.SHAPE.read(source, collector);
        mistakes.addAll(collector.mistakes());
    }

    private static DocumentNode.Block block(
            Function<Setting, Optional<String>> given, Function<Setting, SourceLocation> location) {
        DocumentNode.Block block = DocumentNode.empty(BlockValues.DEFAULT);
        for (Setting setting : Settings.named()) {
            Optional<String> text = given.apply(setting);
            if (text.isPresent()) {
                var value = new DocumentNode.Value(location.apply(setting), text.get(), false);
                block = DocumentNode.ofPath(setting.path(), value).mergedOver(block);
            }
        }
        return block;
    }

    /** An empty variable counts as not set: a shell or unit file unsets it this way. */
    private Optional<String> set(String variable) {
        return Optional.ofNullable(processEnvironment.environment().get(variable))
                .filter(text -> !text.isBlank());
    }
}
