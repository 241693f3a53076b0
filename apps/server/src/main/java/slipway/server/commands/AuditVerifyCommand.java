package slipway.server.commands;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import slipway.audit.AuditVerifier;
import slipway.audit.Seal;
import slipway.audit.SealKey;
import slipway.audit.VerificationReport;
import slipway.base.Problem;
import slipway.base.text.Format;
import slipway.identity.ServerKey;
import slipway.journal.sql.Database;
import slipway.journal.sql.ReadSnapshot;
import slipway.server.config.Config;
import slipway.server.platform.DataDirectory;
import slipway.surface.terminal.ProgressLine;
import slipway.surface.terminal.command.CommandEnvironment;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code slipway audit verify}: reads the whole log, beside a running server too, and believes nothing unseen. */
@Command(
        name = "verify",
        description =
                "Checks every entry of the audit log against its hash, its seals, and seals kept elsewhere.",
        footer = {
            "",
            "slipway audit verify                               against itself and its own seals",
            "slipway audit verify --seals /mnt/vault --key k    against seals and a key kept elsewhere: only",
            "                                                   these find a log that was rebuilt as a whole",
            "Exit code 0: nothing was changed. Otherwise it says what was, and the first entry."
        })
final class AuditVerifyCommand extends ConfiguredCommand {

    @Option(
            names = "--seals",
            paramLabel = "DIR",
            description =
                    "A folder with seals that were kept elsewhere; the configured one when left out.")
    private Optional<Path> seals = Optional.empty();

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "The key of the seals, as slipway audit seal-key printed it once.")
    private Optional<Path> key = Optional.empty();

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    AuditVerifyCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    public void run() {
        Config config = config();
        Path here = shell().here();
        List<SealKey> keys =
                key.map(file -> LocalAuditCommands.keys(here.resolve(file)))
                        .orElseGet(() -> own(config));
        var evidence =
                new AuditVerifier.Evidence(
                        keys,
                        seals.map(here::resolve)
                                .map(AuditVerifier.MirroredSeals::read)
                                .or(() -> configured(config)));
        VerificationReport verificationReport = verify(config, evidence);
        if (json) {
            say(json(verificationReport).toPrettyString());
        } else {
            tell(verificationReport);
        }
        if (!verificationReport.good()) {
            throw verificationReport.problem();
        }
    }

    /** The folder that the server brings its seals to, when it can be read here. */
    private Optional<AuditVerifier.MirroredSeals> configured(Config config) {
        try {
            return config.secondPlace().map(AuditVerifier.MirroredSeals::read);
        } catch (Problem problem) {
            warn(problem.what() + " " + problem.why());
            return Optional.empty();
        }
    }

    private VerificationReport verify(Config config, AuditVerifier.Evidence evidence) {
        try (Database db =
                        Database.openBeside(DataDirectory.database(config), DataDirectory.SCHEMAS);
                ProgressLine progressLine = progress("Checking", "entries")) {
            return ReadSnapshot.of(
                    db, readSnapshot -> AuditVerifier.of(readSnapshot, evidence, progressLine));
        }
    }

    private static List<SealKey> own(Config config) {
        return ServerKey.read(config.data()).stream()
                .map(found -> SealKey.of(found.sealKeys().getPublic()))
                .toList();
    }

    private void tell(VerificationReport verificationReport) {
        if (verificationReport.good()) {
            say(
                    Format.count(verificationReport.entries())
                            + " entries, none changed, dropped or reordered.");
        } else {
            verificationReport.findings().forEach(found -> say("  wrong      " + found.sentence()));
        }
        say("  here       " + words(verificationReport.here(), verificationReport.entries()));
        verificationReport
                .elsewhere()
                .ifPresent(
                        there -> say("  elsewhere  " + words(there, verificationReport.entries())));
        say("  signed     " + signed(verificationReport));
        if (verificationReport.good()
                && (verificationReport.elsewhere().isEmpty() || key.isEmpty())) {
            say(
                    "A log that was rebuilt as a whole agrees with itself. To find that too, give what was kept"
                            + " elsewhere: --seals DIR --key FILE");
        }
    }

    private static String words(VerificationReport.Sealing sealing, long entries) {
        String count = Format.count(sealing.seals(), "seal") + " in " + sealing.place();
        return sealing.newest().map(newest -> count + "; " + newest(newest, entries)).orElse(count);
    }

    private static String newest(Seal seal, long entries) {
        long waiting = Math.max(0, entries - seal.size());
        return "the newest, "
                + Format.count(seal.number())
                + " of "
                + seal.at()
                + ", covers "
                + Format.count(seal.size())
                + (waiting == 0
                        ? ""
                        : "; " + Format.count(waiting) + " newer entries wait for the next");
    }

    private String signed(VerificationReport verificationReport) {
        List<String> names = verificationReport.here().signedBy();
        if (verificationReport.here().seals() == 0) {
            return "nothing yet: the first seal is made within five minutes of the first entry";
        }
        if (names.isEmpty()) {
            return "not checked: there is no key here, and none was given with --key FILE";
        }
        return "by "
                + String.join(", ", names)
                + (key.isPresent() ? ", the key given" : ", the key in the data directory");
    }

    static ObjectNode json(VerificationReport verificationReport) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("good", verificationReport.good())
                .put("entries", verificationReport.entries())
                .put("blocks", verificationReport.blocks());
        json.set("here", json(verificationReport.here()));
        verificationReport.elsewhere().ifPresent(there -> json.set("elsewhere", json(there)));
        verificationReport
                .firstDamaged()
                .ifPresent(
                        bad ->
                                json.putObject("firstBad")
                                        .put("first", bad.first())
                                        .put("last", bad.last()));
        var findings = json.putArray("findings");
        verificationReport
                .findings()
                .forEach(
                        found ->
                                findings.addObject()
                                        .put("harm", found.harm().word())
                                        .put("sentence", found.sentence()));
        return json;
    }

    private static ObjectNode json(VerificationReport.Sealing sealing) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("place", sealing.place()).put("seals", sealing.seals());
        sealing.newest()
                .ifPresent(
                        newest ->
                                json.putObject("newest")
                                        .put("number", newest.number())
                                        .put("size", newest.size())
                                        .put("at", newest.at().toString())
                                        .put("root", newest.root().hex()));
        var names = json.putArray("signedBy");
        sealing.signedBy().forEach(names::add);
        return json;
    }
}
