package slipway.journal.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.journal.Journal;
import slipway.journal.JournalContract;
import slipway.journal.LoopExecutor;
import slipway.journal.ModuleRequest;
import slipway.journal.table.Ledger;

/** What a backup holds beside the tables. */
class BackupAttachedTest {

    private static final List<ModuleSchema> SCHEMAS = List.of(ModuleSchema.JOURNAL, Ledger.SCHEMA);
    private static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");
    private static final Backup BACKUP = new Backup(_ -> {});
    private static final byte[] LETTER =
            "a letter that is long enough to be packed, packed, packed and packed".getBytes(UTF_8);

    @TempDir Path directory;

    @BeforeEach
    void somebody_paid() {
        try (Journal journal = open()) {
            var moduleOwner = journal.owner("ledger", Ledger.open(journal), Ledger::decide);
            Journal.await(
                    moduleOwner.ask(
                            ModuleRequest.of(
                                    new Ledger.Pay("ana", "ben", 2), JournalContract.ANA)));
        }
    }

    private Journal open() {
        return Journal.open(
                new SqlJournalStorage(Database.open(place("a"), SCHEMAS)),
                LoopExecutor.threads(),
                new Journal.Times(() -> NOW, () -> 0L));
    }

    private DatabaseAddress.Sqlite place(String name) {
        return new DatabaseAddress.Sqlite(directory.resolve(name));
    }

    private Path taken(Backup backup) {
        Path file = directory.resolve("one.backup");
        try (Database database = Database.openBeside(place("a"), SCHEMAS)) {
            backup.take(database, SCHEMAS, file, NOW, "0.1");
        }
        return file;
    }

    private static Map<String, byte[]> entries(Path file) throws IOException {
        Map<String, byte[]> entries = new TreeMap<>();
        try (var zip = new ZipFile(file.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                entries.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
            }
        }
        return entries;
    }

    private Path written(Map<String, byte[]> entries) throws IOException {
        Path file = directory.resolve("changed.backup");
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
            }
        }
        return file;
    }

    private static void isRefused(Path file) {
        assertThatThrownBy(() -> BACKUP.read(file).close())
                .isInstanceOfSatisfying(
                        Problem.class,
                        p -> assertThat(p.code()).isEqualTo(DatabaseProblems.BAD_BACKUP));
    }

    @Test
    void an_attached_file_is_restored_unchanged() {
        try (VerifiedBackup backup = BACKUP.read(taken(BACKUP.attach("letter", LETTER)))) {
            assertThat(backup.attached("letter")).hasValue(LETTER);
            assertThat(backup.attached("another")).isEmpty();
        }
    }

    @Test
    void nothing_is_attached_unless_it_is_asked_for() {
        try (VerifiedBackup backup = BACKUP.read(taken(BACKUP))) {
            assertThat(backup.manifest().attached()).isEmpty();
        }
    }

    @Test
    void a_backup_is_readable_only_by_its_owner() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(taken(BACKUP))))
                .isEqualTo("rw-------");
    }

    @Test
    void a_changed_or_missing_attached_file_is_detected() throws IOException {
        Map<String, byte[]> entries = entries(taken(BACKUP.attach("letter", LETTER)));
        assertThat(entries).containsKey("attached/letter");
        byte[] other = LETTER.clone();
        other[3] ^= 1;
        entries.put("attached/letter", other);
        isRefused(written(entries));
        entries.put("attached/letter", Arrays.copyOf(LETTER, LETTER.length - 1));
        isRefused(written(entries));
        entries.remove("attached/letter");
        isRefused(written(entries));
    }

    @Test
    void a_flipped_byte_anywhere_in_the_content_is_detected() throws IOException {
        Path file = taken(BACKUP.attach("letter", LETTER));
        byte[] whole = Files.readAllBytes(file);
        Path flipped = directory.resolve("flipped.backup");
        List<Integer> unnoticed = new ArrayList<>();
        for (int at : packed(file, whole)) {
            byte[] bytes = whole.clone();
            bytes[at] ^= 0x55;
            Files.write(flipped, bytes);
            if (isTaken(flipped)) {
                unnoticed.add(at);
            }
        }
        assertThat(unnoticed).isEmpty();
    }

    /** Every fifth place of the file where packed bytes of an entry lie. */
    private static List<Integer> packed(Path file, byte[] whole) throws IOException {
        List<Integer> places = new ArrayList<>();
        String text = new String(whole, java.nio.charset.StandardCharsets.ISO_8859_1);
        try (var zip = new ZipFile(file.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                int from = text.indexOf(entry.getName()) + entry.getName().length();
                for (int at = from; at < from + entry.getCompressedSize(); at += 5) {
                    places.add(at);
                }
            }
        }
        return places;
    }

    private static boolean isTaken(Path file) {
        try (VerifiedBackup backup = BACKUP.read(file)) {
            return backup.manifest().rows() >= 0;
        } catch (Problem refused) {
            return false;
        }
    }

    @Test
    void a_backup_of_the_first_format_is_still_restored() throws IOException {
        Map<String, byte[]> entries = entries(taken(BACKUP));
        String manifest = new String(entries.get("manifest.json"), UTF_8);
        String old =
                manifest.replace("\"format\":2", "\"format\":1").replace(",\"attached\":[]", "");
        assertThat(old).hasSizeLessThan(manifest.length()).contains("\"format\":1");
        entries.put("manifest.json", old.getBytes(UTF_8));
        try (VerifiedBackup backup = BACKUP.read(written(entries))) {
            backup.restore(place("b"), SCHEMAS, NOW);
        }
        try (Database database = Database.openBeside(place("b"), SCHEMAS)) {
            List<String> names = new ArrayList<>();
            ReadSnapshot.of(
                    database,
                    readSnapshot -> {
                        readSnapshot.rows(Ledger.ACCOUNTS, row -> names.add(row.name()));
                        return true;
                    });
            assertThat(names).contains("ana", "ben");
        }
    }

    @Test
    void a_backup_of_a_later_format_says_so() throws IOException {
        Map<String, byte[]> entries = entries(taken(BACKUP));
        String manifest = new String(entries.get("manifest.json"), UTF_8);
        entries.put(
                "manifest.json",
                manifest.replace("\"format\":2", "\"format\":3,\"more\":1").getBytes(UTF_8));
        Path file = written(entries);
        assertThatThrownBy(() -> BACKUP.read(file))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("format 3");
    }

    @Test
    void tables_of_a_backup_are_readable_before_the_restore() {
        try (VerifiedBackup backup = BACKUP.read(taken(BACKUP))) {
            Map<String, Long> units = new TreeMap<>();
            backup.rows(Ledger.ACCOUNTS, row -> units.put(row.name(), row.units()));
            assertThat(units)
                    .containsEntry("ana", Ledger.START - 2)
                    .containsEntry("ben", Ledger.START + 2);
        }
    }
}
