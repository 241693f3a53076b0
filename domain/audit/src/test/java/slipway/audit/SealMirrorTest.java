package slipway.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.journal.MemoryStorage;

class SealMirrorTest {

    @TempDir Path folder;
    private Path vault;
    private final MemoryStorage.Disk disk =
            new MemoryStorage.Disk(AuditTables.BLOCKS, AuditTables.SEALS);

    @BeforeEach
    void name() {
        vault = folder.resolve("vault");
    }

    private AuditFixture open(Optional<Path> place) {
        return AuditFixture.open(
                new MemoryStorage(disk, MemoryStorage.Weather.CALM), Keys.of(1), place);
    }

    private static void sealed(AuditFixture book, int times) {
        for (int i = 0; i < times; i++) {
            book.note("note " + i);
            book.seal();
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(vault)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void each_seal_is_one_file_and_no_other_file_remains() throws IOException {
        Files.createDirectory(vault);
        try (AuditFixture book = open(Optional.of(vault))) {
            sealed(book, 3);
            assertThat(files())
                    .containsExactly("000000000001.seal", "000000000002.seal", "000000000003.seal");
            Seal last = book.audit.state().sealed().last().orElseThrow();
            assertThat(Files.readString(vault.resolve("000000000003.seal"))).isEqualTo(last.text());
            Audit.Mirror place = book.audit.state().mirror().orElseThrow();
            assertThat(place)
                    .isEqualTo(
                            new Audit.Mirror(vault, 3, Optional.of(last.at()), Optional.empty()));
        }
    }

    @Test
    void missing_seals_are_copied_at_the_next_start() throws IOException {
        Files.createDirectory(vault);
        try (AuditFixture book = open(Optional.empty())) {
            sealed(book, 3);
        }
        try (AuditFixture book = open(Optional.of(vault))) {
            assertThat(files()).hasSize(3);
            assertThat(book.audit.state().mirror().orElseThrow().seals()).isEqualTo(3);
        }
        Files.delete(vault.resolve("000000000002.seal"));
        try (AuditFixture book = open(Optional.of(vault))) {
            assertThat(files()).hasSize(3);
            assertThat(book.audit.state().mirror().orElseThrow().problem()).isEmpty();
        }
    }

    @Test
    void a_missing_folder_is_reported_and_delays_nothing() throws IOException {
        try (AuditFixture book = open(Optional.of(vault))) {
            sealed(book, 2);
            assertThat(book.audit.state().sealed().last().orElseThrow().number()).isEqualTo(2);
            assertThat(book.audit.state().mirror().orElseThrow().problem())
                    .hasValueSatisfying(why -> assertThat(why).contains(vault.toString()));
            assertThat(vault).doesNotExist();
            Files.createDirectory(vault);
            sealed(book, 1);
            assertThat(files()).hasSize(3);
            assertThat(book.audit.state().mirror().orElseThrow().problem()).isEmpty();
        }
    }

    @Test
    void an_existing_seal_is_never_overwritten() throws IOException {
        Files.createDirectory(vault);
        Files.writeString(vault.resolve("000000000002.seal"), "of another log\n");
        try (AuditFixture book = open(Optional.of(vault))) {
            sealed(book, 3);
            assertThat(Files.readString(vault.resolve("000000000002.seal")))
                    .isEqualTo("of another log\n");
            assertThat(book.audit.state().mirror().orElseThrow().problem())
                    .hasValueSatisfying(
                            why -> assertThat(why).contains("another seal", "000000000002.seal"));
            assertThat(book.audit.state().mirror().orElseThrow().seals()).isEqualTo(1);
        }
    }

    @Test
    void a_seal_that_a_crash_cut_is_completed() throws IOException {
        Files.createDirectory(vault);
        try (AuditFixture book = open(Optional.empty())) {
            sealed(book, 2);
            String last = book.audit.state().sealed().last().orElseThrow().text();
            Files.writeString(vault.resolve("000000000002.seal"), last.substring(0, 40));
        }
        try (AuditFixture book = open(Optional.of(vault))) {
            String last = book.audit.state().sealed().last().orElseThrow().text();
            assertThat(files()).containsExactly("000000000001.seal", "000000000002.seal");
            assertThat(Files.readString(vault.resolve("000000000002.seal"))).isEqualTo(last);
            assertThat(book.audit.state().mirror().orElseThrow().problem()).isEmpty();
        }
    }

    @Test
    void the_name_of_a_seal_is_the_same_in_every_country() {
        Locale before = Locale.getDefault();
        try {
            for (String country : List.of("ar-EG", "fa-IR", "de-DE", "tr-TR", "bn-BD")) {
                Locale.setDefault(Locale.forLanguageTag(country));
                assertThat(SealMirror.fileName(1_234)).isEqualTo("000000001234.seal");
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void a_folder_without_seals_proves_nothing() throws IOException {
        assertThatThrownBy(() -> AuditVerifier.MirroredSeals.read(vault))
                .isInstanceOf(Problem.class);
        Files.createDirectory(vault);
        assertThatThrownBy(() -> AuditVerifier.MirroredSeals.read(vault))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> assertThat(problem.code().name()).isEqualTo("no-seals"));
    }
}
