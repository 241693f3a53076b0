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
 * Reads the sources one by one, checks each by itself, and lays them over each other. Each is checked even where
 * another overrides it: a mistake that sleeps in a file wakes up on the day the variable is gone.
 */
final class ConfigReader {

    static final String CONFIG_FLAG = "--config";
    private static final String FILE = "slipway.yaml";
    private static final DocumentNode.Block NOTHING = DocumentNode.empty(SourceLocation.of(FILE));

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
        DocumentNode.Block document = file.map(this::document).orElse(NOTHING);
        check(environment);
        check(commandLine);
        MistakeCollector mistakeCollector = MistakeCollector.forWhole();
        DocumentNode.Block whole = commandLine.mergedOver(environment.mergedOver(document));
        BlockValues blockValues = Settings.SHAPE.read(whole, mistakeCollector).orElseThrow();
        mistakeCollector.mistakes().stream()
                .filter(wrong -> !mistakes.contains(wrong))
                .forEach(mistakes::add);
        blockValues.find(SignOnKeys.SIGN_ON).ifPresent(this::checkSignOn);
        if (!mistakes.isEmpty()) {
            throw trouble();
        }
        Config config = config(blockValues, file);
        if (!mistakes.isEmpty()) {
            throw trouble();
        }
        return config;
    }

    private Problem trouble() {
        return Mistakes.problem(
                Config.INVALID_CONFIGURATION,
                "The configuration",
                mistakes,
                "Correct what is listed and try again. What can be set: slipway config schema");
    }

    private Config config(BlockValues blockValues, Optional<Path> file) {
        Path data = path(Settings.DATA, blockValues, file).orElseThrow();
        BlockValues database = blockValues.get(Settings.DATABASE_KEY);
        Optional<Path> password = path(Settings.DATABASE_PASSWORD_FILE, database, file);
        checkReadable(
                password,
                database.location(Settings.DATABASE_PASSWORD_FILE),
                "database.password_file");
        BlockValues signOn = blockValues.get(SignOnKeys.SIGN_ON);
        Optional<Path> secret = path(SignOnKeys.CLIENT_SECRET_FILE, signOn, file);
        checkReadable(
                secret,
                signOn.location(SignOnKeys.CLIENT_SECRET_FILE),
                "sign_on.client_secret_file");
        checkDataIsNotMoved(data, blockValues.location(Settings.DATA), file);
        BlockValues tls = blockValues.get(Settings.TLS);
        Optional<Path> certificate = path(Settings.TLS_CERTIFICATE, tls, file);
        Optional<Path> key = path(Settings.TLS_KEY, tls, file);
        checkReadable(certificate, tls.location(Settings.TLS_CERTIFICATE), "tls.certificate");
        checkReadable(key, tls.location(Settings.TLS_KEY), "tls.key");
        checkTls(tls);
        Optional<Path> vault = path(Settings.SECOND_PLACE, blockValues.get(Settings.AUDIT), file);
        BlockValues run = blockValues.get(Settings.RUN);
        Optional<Path> attempts = path(Settings.ATTEMPTS, run, file);
        mistakes.addAll(
                SlurmKeys.mistakes(blockValues, run.get(Settings.ENGINE), attempts.isPresent()));
        ClusterSharing.of(blockValues, mistakes::add);
        List<Mistake> warnings =
                new ArrayList<>(
                        EnvironmentVariables.unknown(processEnvironment.environment().keySet()));
        warnings.addAll(TypeNames.unknown(blockValues));
        return new Config(
                blockValues,
                new Config.Places(data, password, certificate, key, vault, attempts),
                SignOnKeys.settings(signOn, secret),
                file,
                warnings);
    }

    /** What was written wrongly is not also missing. */
    private void checkSignOn(BlockValues signOn) {
        List<String> told = mistakes.stream().map(Mistake::key).toList();
        SignOnKeys.mistakes(signOn).stream()
                .filter(wrong -> !told.contains(wrong.key()))
                .forEach(mistakes::add);
    }

    /** A certificate and its key come together, and not besides one that the server makes. */
    private void checkTls(BlockValues tls) {
        boolean certificate = tls.find(Settings.TLS_CERTIFICATE).isPresent();
        boolean key = tls.find(Settings.TLS_KEY).isPresent();
        if (certificate != key) {
            SourceLocation sourceLocation =
                    tls.location(certificate ? Settings.TLS_CERTIFICATE : Settings.TLS_KEY);
            mistakes.add(
                    new Mistake(
                            sourceLocation,
                            certificate ? "tls.certificate" : "tls.key",
                            "a certificate and its key come together; set tls.certificate and tls.key."));
        } else if (certificate && tls.get(Settings.TLS_GENERATE)) {
            mistakes.add(
                    new Mistake(
                            tls.location(Settings.TLS_GENERATE),
                            "tls.generate",
                            "a certificate is given already; leave one of the two out."));
        }
    }

    private void checkReadable(Optional<Path> named, SourceLocation sourceLocation, String key) {
        named.filter(there -> !Files.isReadable(there) || Files.isDirectory(there))
                .map(there -> "there is no file " + there + " that can be read.")
                .ifPresent(text -> mistakes.add(new Mistake(sourceLocation, key, text)));
    }

    /** A file that was found in the data folder cannot say that the data folder is another one. */
    private void checkDataIsNotMoved(
            Path data, SourceLocation sourceLocation, Optional<Path> file) {
        boolean found = configNamed().isEmpty();
        if (found
                && sourceLocation.hasLine()
                && file.map(Path::getParent).filter(data::equals).isEmpty()) {
            mistakes.add(
                    new Mistake(
                            sourceLocation,
                            "data",
                            "this file was found in the data folder, so it cannot name another."
                                    + " Use --data, SLIPWAY_DATA, or --config for the file."));
        }
    }

    private Optional<Path> path(
            SpecKey<Path> specKey, BlockValues blockValues, Optional<Path> file) {
        boolean inFile = blockValues.location(specKey).hasLine();
        Path folder =
                inFile
                        ? file.map(Path::getParent).orElse(processEnvironment.here())
                        : processEnvironment.here();
        return blockValues
                .find(specKey)
                .map(written -> processEnvironment.resolve(written, folder));
    }

    /** The file that was named, or the one in the data folder if it is there. */
    private Optional<Path> file(DocumentNode.Block named) {
        return configNamed()
                .map(
                        config ->
                                Optional.of(
                                        processEnvironment.resolve(
                                                Path.of(config), processEnvironment.here())))
                .orElseGet(
                        () -> Optional.of(dataFolder(named).resolve(FILE)).filter(Files::exists));
    }

    private Optional<String> configNamed() {
        return Optional.ofNullable(flags.get(CONFIG_FLAG))
                .or(() -> set(EnvironmentVariables.CONFIG));
    }

    private Path dataFolder(DocumentNode.Block named) {
        BlockValues blockValues =
                Settings.SHAPE.read(named, MistakeCollector.forPart()).orElseThrow();
        // A path that cannot be one is reported later, with everything else; until then the default
        // will do.
        Path written = blockValues.find(Settings.DATA).orElse(Path.of("~/.slipway"));
        return processEnvironment.resolve(written, processEnvironment.here());
    }

    private DocumentNode.Block document(Path file) {
        try {
            Document document = Document.read(file);
            mistakes.addAll(Settings.SHAPE.checkPartial(document));
            return document.root().orElse(NOTHING) instanceof DocumentNode.Block block
                    ? block
                    : NOTHING;
        } catch (Problem unreadable) {
            boolean missing = unreadable.code().equals(Document.NO_SUCH_DOCUMENT);
            String text = missing ? unreadable.what() : unreadable.what() + " " + unreadable.why();
            mistakes.add(new Mistake(whoNamedTheFile(), "", text));
            return NOTHING;
        }
    }

    private SourceLocation whoNamedTheFile() {
        String variable =
                set(EnvironmentVariables.CONFIG)
                        .map(_ -> "environment " + EnvironmentVariables.CONFIG)
                        .orElse(FILE);
        return SourceLocation.of(flags.containsKey(CONFIG_FLAG) ? "flag " + CONFIG_FLAG : variable);
    }

    private void check(DocumentNode.Block source) {
        MistakeCollector mistakeCollector = MistakeCollector.forPart();
        Settings.SHAPE.read(source, mistakeCollector);
        mistakes.addAll(mistakeCollector.mistakes());
    }

    private static DocumentNode.Block block(
            Function<Setting, Optional<String>> given, Function<Setting, SourceLocation> place) {
        DocumentNode.Block block = DocumentNode.empty(BlockValues.DEFAULT);
        for (Setting setting : Settings.named()) {
            Optional<String> text = given.apply(setting);
            if (text.isPresent()) {
                var value = new DocumentNode.Value(place.apply(setting), text.get(), false);
                block = DocumentNode.ofPath(setting.path(), value).mergedOver(block);
            }
        }
        return block;
    }

    /** An empty variable counts as not set: that is how a shell or a unit file takes one back. */
    private Optional<String> set(String variable) {
        return Optional.ofNullable(processEnvironment.environment().get(variable))
                .filter(text -> !text.isBlank());
    }
}
