package slipway.identity;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static slipway.identity.Refused.refused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerKeyTest {

    @TempDir Path directory;
    private final SecureRandom random = AccessControlFixture.random(5);

    private Path file() {
        return directory.resolve(ServerKey.FILE);
    }

    private ServerKey written() {
        ServerKey key = ServerKey.random(random);
        KeyFile.write(key, file());
        return key;
    }

    @Test
    void a_key_comes_back_from_its_file_and_only_its_owner_can_read_it() throws IOException {
        ServerKey key = written();
        ServerKey read = KeyFile.read(file()).orElseThrow();
        assertThat(read.fingerprint()).isEqualTo(key.fingerprint()).matches("[0-9a-f]{32}");
        assertThat(read.secret()).isEqualTo(key.secret());
        assertThat(read.isConsistent()).isTrue();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        try (var files = Files.list(directory)) {
            assertThat(files).containsExactly(file());
        }
    }

    @Test
    void two_keys_derive_different_values() {
        ServerKey one = ServerKey.random(random);
        ServerKey other = ServerKey.random(random);
        assertThat(one.fingerprint()).isNotEqualTo(other.fingerprint());
        assertThat(one.csrf("4tQm1vNc")).isNotEqualTo(other.csrf("4tQm1vNc"));
        assertThat(one.derive("secrets"))
                .isNotEqualTo(one.derive("csrf"))
                .isNotEqualTo(one.secret());
        assertThat(one.toString()).isEqualTo("server key " + one.fingerprint());
    }

    @Test
    void a_damaged_file_is_refused_with_the_reason_and_the_remedy() throws IOException {
        written();
        List<String> whole = Files.readAllLines(file(), US_ASCII);
        var other = ServerKey.random(random);
        for (List<String> lines :
                List.of(
                        List.<String>of(),
                        List.of("another file"),
                        whole.subList(0, 2),
                        List.of(whole.get(0), "secret AAAA", whole.get(2), whole.get(3)),
                        List.of(whole.get(0), "secret ?!", whole.get(2), whole.get(3)),
                        List.of(
                                whole.get(0),
                                whole.get(1),
                                whole.get(2),
                                "seal-public "
                                        + Base64.getEncoder()
                                                .encodeToString(
                                                        other.sealKeys()
                                                                .getPublic()
                                                                .getEncoded())))) {
            Files.write(file(), lines, US_ASCII);
            var problem = refused(() -> KeyFile.read(file()));
            assertThat(problem.code().name()).isEqualTo("server-key-damaged");
            assertThat(problem.next()).contains("--with-key");
        }
    }

    @Test
    void a_key_that_others_may_read_is_refused() throws IOException {
        written();
        for (String open : List.of("rw-r--r--", "rw-r-----", "r--r-----", "rw--w----")) {
            Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString(open));
            var problem = refused(() -> KeyFile.read(file()));
            assertThat(problem.code().name()).as(open).isEqualTo("server-key-exposed");
            assertThat(problem.next()).isEqualTo("Close it: chmod 600 " + file());
        }
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("r--------"));
        assertThat(KeyFile.read(file())).isPresent();
    }

    @Test
    void a_new_database_creates_its_key_and_finds_it_again() {
        try (var access = AccessControlFixture.inMemory()) {
            // A database without a key, as at the first start.
            var empty = AccessControlFixture.emptyJournal();
            ServerKey made = ServerKey.open(empty, directory, random);
            assertThat(ServerKey.open(empty, directory, random).fingerprint())
                    .isEqualTo(made.fingerprint());
            AccessControl.open(empty, made, random).close();
            assertThat(ServerKey.open(empty, directory, random).fingerprint())
                    .isEqualTo(made.fingerprint());
            empty.close();
            assertThat(
                            refused(() -> ServerKey.open(access.journal(), directory, random))
                                    .code()
                                    .name())
                    .isEqualTo("server-key-wrong");
        }
    }

    @Test
    void a_database_whose_key_is_missing_or_different_is_refused_and_no_key_is_created() {
        try (var access = AccessControlFixture.inMemory()) {
            var missing = refused(() -> ServerKey.open(access.journal(), directory, random));
            assertThat(missing.code().name()).isEqualTo("server-key-missing");
            assertThat(missing.why()).contains(access.key().fingerprint());
            assertThat(file()).doesNotExist();
            var other = ServerKey.random(random);
            assertThat(
                            refused(() -> AccessControl.open(access.journal(), other, random))
                                    .code()
                                    .name())
                    .isEqualTo("server-key-wrong");
        }
    }
}
