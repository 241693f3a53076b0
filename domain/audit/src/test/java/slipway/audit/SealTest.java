package slipway.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;

class SealTest {

    private static final Instant NOW = Instant.parse("2026-09-17T14:18:03.123456Z");
    private final Sealer sealer = new Sealer(Keys.of(1));

    @Test
    void a_seal_is_a_note_that_a_person_can_read() {
        Seal seal =
                sealer.seal(Optional.empty(), 184_902, Sha256Hash.hex("5f7e2309".repeat(8)), NOW);
        assertThat(seal.text().lines().toList())
                .startsWith(
                        sealer.key().name() + "/journal",
                        "184902",
                        "X34jCV9+IwlffiMJX34jCV9+IwlffiMJX34jCV9+Iwk=",
                        "2026-09-17T14:18:03Z",
                        "seal 1 after 47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
                        "")
                .hasSize(7);
        assertThat(seal.text()).contains("\n— " + sealer.key().name() + " ");
        assertThat(Seal.parse(seal.text())).contains(seal);
        assertThat(sealer.key().signed(seal)).isTrue();
    }

    @Test
    void a_seal_with_one_wrong_character_is_unreadable_or_rejected() {
        Seal seal = sealer.seal(Optional.empty(), 77, Sha256Hash.EMPTY, NOW);
        String text = seal.text();
        for (int i = 0; i < text.length(); i++) {
            char other = text.charAt(i) == 'A' ? 'B' : 'A';
            String altered = text.substring(0, i) + other + text.substring(i + 1);
            assertThat(Seal.parse(altered).filter(sealer.key()::signed))
                    .as("letter %d: %s", i, altered)
                    .isEmpty();
            String shorter = text.substring(0, i) + text.substring(i + 1);
            assertThat(Seal.parse(shorter).filter(sealer.key()::signed)).isEmpty();
        }
        assertThat(Seal.parse(text + "\n")).isEmpty();
        assertThat(Seal.parse("")).isEmpty();
    }

    @Test
    void a_seal_of_another_key_is_rejected() {
        Seal seal = new Sealer(Keys.of(2)).seal(Optional.empty(), 77, Sha256Hash.EMPTY, NOW);
        assertThat(sealer.key().signed(seal)).isFalse();
        var pretended = seal.with(new Seal.Signed(sealer.key().name(), seal.signature()));
        assertThat(sealer.key().signed(pretended)).isFalse();
    }

    @Test
    void a_key_is_parsed_from_its_text_and_a_wrong_character_is_detected() {
        String text = sealer.key().text();
        assertThat(SealKey.parse("# of the server\n\n" + text + "\n"))
                .isEqualTo(List.of(sealer.key()));
        for (int i = 0; i < text.length(); i++) {
            char other = text.charAt(i) == '4' ? '5' : '4';
            String altered = text.substring(0, i) + other + text.substring(i + 1);
            assertThatThrownBy(() -> SealKey.parse(altered))
                    .as(altered)
                    .isInstanceOfSatisfying(
                            Problem.class,
                            problem -> assertThat(problem.code()).isEqualTo(AuditProblems.BAD_KEY));
        }
        assertThatThrownBy(() -> SealKey.parse("# nothing\n")).hasMessageContaining("no key");
    }
}
