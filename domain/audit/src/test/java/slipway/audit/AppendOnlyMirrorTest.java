package slipway.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.journal.MemoryStorage;
import slipway.testkit.Needs;

/** A mirror in a folder where files can only be added: {@code chattr +a}. */
@Tag("process")
class AppendOnlyMirrorTest {

    @TempDir Path folder;

    @BeforeEach
    void appendOnly() throws IOException, InterruptedException {
        Needs.command("chattr", "e2fsprogs");
        Needs.that(
                chattr("+a") == 0,
                "a file system with append-only folders",
                "run it as root on ext4, XFS or Btrfs");
    }

    @AfterEach
    void open() throws IOException, InterruptedException {
        chattr("-a");
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                chattr("-a", file);
            }
        }
    }

    private int chattr(String change) throws IOException, InterruptedException {
        return chattr(change, folder);
    }

    private static int chattr(String change, Path place) throws IOException, InterruptedException {
        return new ProcessBuilder("chattr", change, place.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    @Test
    void seals_are_added_and_nothing_else_remains() throws IOException {
        var disk = new MemoryStorage.Disk(AuditTables.BLOCKS, AuditTables.SEALS);
        var storage = new MemoryStorage(disk, MemoryStorage.Weather.CALM);
        try (AuditFixture book = AuditFixture.open(storage, Keys.of(1), Optional.of(folder))) {
            for (int i = 0; i < 3; i++) {
                book.note("note " + i);
                book.seal();
            }
            assertThat(book.audit.state().mirror().orElseThrow().problem()).isEmpty();
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .containsExactlyInAnyOrder(
                            "000000000001.seal", "000000000002.seal", "000000000003.seal");
        }
    }
}
