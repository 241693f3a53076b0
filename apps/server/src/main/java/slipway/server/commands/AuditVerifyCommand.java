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
import slipway.server.config.Config;
import slipway.server.platform.DataDirectory;
import slipway.surface.terminal.ProgressLine;
import slipway.surface.terminal.command.CommandEnvironment;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code slipway audit verify}: verifies the whole log, also while a server runs. */
@Command(
        name = "verify",
        description = "Verify every audit entry against its hash and the seals.",
        footer = {
            "",
            "slipway audit verify                               against its own seals",
            "slipway audit verify --seals /mnt/vault --key k    against seals and a key stored elsewhere; only",
            "                                                   they reveal a log that was rebuilt as a whole",
            "Exit code 0: nothing was changed. Otherwise the output names the first changed entry."
        })
final class AuditVerifyCommand extends ConfiguredCommand {

    @Option(
            names = "--seals",
            paramLabel = "DIR",
            description = "Folder with mirrored seals. Default: audit.second_place.")
    private Optional<Path> seals = Optional.empty();

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "Public seal key, printed by slipway audit seal-key.")
    private Optional<Path> key = Optional.empty();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    AuditVerifyCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    public void run() {
        Config config = config();
        Path here = environment().here();
        List<SealKey> keys =
                key.map(file -> LocalAuditCommands.keys(here.resolve(file)))
                        .orElseGet(() -> localKeys(config));
        var evidence =
                new AuditVerifier.Evidence(
                        keys,
                        seals.map(here::resolve)
                                .map(AuditVerifier.MirroredSeals::read)
                                .or(() -> configuredMirror(config)));
        VerificationReport report = verify(config, evidence);
        if (json) {
            print(json(report).toPrettyString());
        } else {
            print(report);
        }
        if (!report.good()) {
            throw report.problem();
        }
    }

    /** The folder to which the server mirrors its seals, if it is readable here. */
    private Optional<AuditVerifier.MirroredSeals> configuredMirror(Config config) {
        try {
            return config.sealMirror().map(AuditVerifier.MirroredSeals::read);
        } catch (Problem problem) {
            warn(problem.what() + " " + problem.why());
            return Optional.empty();
        }
    }

    private VerificationReport verify(Config config, AuditVerifier.Evidence evidence) {
        try (Database db =
                        Database.openBeside(DataDirectory.database(config), DataDirectory.SCHEMAS);
                ProgressLine progressLine = progress("Checking", "entries")) {
            return AuditVerifier.of(db, evidence, progressLine);
        }
    }

    private static List<SealKey> localKeys(Config config) {
        return ServerKey.read(config.data()).stream()
                .map(found -> SealKey.of(found.sealKeys().getPublic()))
                .toList();
    }

    private void print(VerificationReport report) {
        if (report.good()) {
            print(Format.count(report.entries()) + " entries, none changed, dropped or reordered.");
        } else {
            report.findings().forEach(found -> print("  wrong      " + found.sentence()));
        }
        print("  here       " + describe(report.here(), report.entries()));
        report.elsewhere()
                .ifPresent(there -> print("  elsewhere  " + describe(there, report.entries())));
        print("  signed     " + signers(report));
        if (report.good() && (report.elsewhere().isEmpty() || key.isEmpty())) {
            print(
                    "A log that was rebuilt as a whole is consistent with itself. To detect that, verify against"
                            + " seals and a key stored elsewhere: --seals DIR --key FILE");
        }
    }

    private static String describe(VerificationReport.Sealing sealing, long entries) {
        String count = Format.count(sealing.seals(), "seal") + " in " + sealing.place();
        return sealing.newest().map(newest -> count + "; " + newest(newest, entries)).orElse(count);
    }

    private static String newest(Seal seal, long entries) {
        long unsealed = Math.max(0, entries - seal.size());
        return "the newest, "
                + Format.count(seal.number())
                + " of "
                + seal.at()
                + ", covers "
                + Format.count(seal.size())
                + (unsealed == 0
                        ? ""
                        : "; " + Format.count(unsealed) + " newer entries are not sealed yet");
    }

    private String signers(VerificationReport report) {
        List<String> names = report.here().signedBy();
        if (report.here().seals() == 0) {
            return "nothing yet; the first seal is made within five minutes of the first entry";
        }
        if (names.isEmpty()) {
            return "not checked: no key in the data directory and no --key FILE";
        }
        return "by "
                + String.join(", ", names)
                + (key.isPresent() ? ", the given key" : ", the key in the data directory");
    }

    static ObjectNode json(VerificationReport report) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("good", report.good())
                .put("entries", report.entries())
                .put("blocks", report.blocks());
        json.set("here", json(report.here()));
        report.elsewhere().ifPresent(there -> json.set("elsewhere", json(there)));
        report.firstDamaged()
                .ifPresent(
                        bad ->
                                json.putObject("firstBad")
                                        .put("first", bad.first())
                                        .put("last", bad.last()));
        var findings = json.putArray("findings");
        report.findings()
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
