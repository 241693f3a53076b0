package slipway.identity;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import slipway.testkit.Generator;
import slipway.testkit.Property;

class TokenFormatTest {

    private static final String ALPHABET =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-. ?é";

    private final TokenFormat token =
            TokenFormat.random(Token.Kind.PERSON, AccessControlFixture.random(1));

    @Test
    void a_token_reads_as_it_was_made() {
        for (Token.Kind kind : Token.Kind.values()) {
            TokenFormat made = TokenFormat.random(kind, AccessControlFixture.random(7));
            assertThat(TokenFormat.parse(made.text()).map(TokenFormat::text)).contains(made.text());
            assertThat(made.number()).isEqualTo(TokenFormat.number(made.id()));
            assertThat(made.text())
                    .matches("slw_" + kind.word() + "_[0-9A-Za-z]{32}_[0-9a-f]{6}")
                    .hasSize(TokenFormat.LENGTH)
                    .contains(made.id());
        }
    }

    @Test
    void any_single_wrong_character_is_detected_by_the_checksum() {
        for (int at = 0; at < TokenFormat.LENGTH; at++) {
            for (int i = 0; i < ALPHABET.length(); i++) {
                char wrong = ALPHABET.charAt(i);
                if (token.text().charAt(at) != wrong) {
                    var text = new StringBuilder(token.text());
                    text.setCharAt(at, wrong);
                    assertThat(TokenFormat.parse(text.toString())).as(text.toString()).isEmpty();
                }
            }
        }
    }

    /**
     * The checksum is linear: what one change of bits does to it does not depend on the token. So these 40 x 255
     * changes prove that no single wrong byte passes, in any token.
     */
    @Test
    void no_change_of_one_byte_leaves_the_checksum_as_it_is() {
        byte[] body = token.text().substring(0, 40).getBytes(ISO_8859_1);
        var whole = new CRC32C();
        whole.update(body);
        for (int at = 0; at < body.length; at++) {
            for (int change = 1; change < 256; change++) {
                body[at] ^= (byte) change;
                var crc = new CRC32C();
                crc.update(body);
                assertThat(crc.getValue() >>> 8).isNotEqualTo(whole.getValue() >>> 8);
                body[at] ^= (byte) change;
            }
        }
    }

    @Test
    void swapped_neighbors_a_lost_and_a_doubled_character_are_detected() {
        String text = token.text();
        for (int at = 0; at + 1 < text.length(); at++) {
            String swapped =
                    text.substring(0, at)
                            + text.charAt(at + 1)
                            + text.charAt(at)
                            + text.substring(at + 2);
            assertThat(swapped.equals(text) || TokenFormat.parse(swapped).isEmpty()).isTrue();
            assertThat(TokenFormat.parse(text.substring(0, at) + text.substring(at + 1))).isEmpty();
            assertThat(
                            TokenFormat.parse(
                                    text.substring(0, at) + text.charAt(at) + text.substring(at)))
                    .isEmpty();
        }
    }

    @Test
    void arbitrary_text_is_not_a_token() {
        Property.holds(Generator.strings(), text -> assertThat(TokenFormat.parse(text)).isEmpty());
    }

    @Test
    void no_two_tokens_are_the_same_and_every_letter_is_drawn() {
        var random = AccessControlFixture.random(2);
        var ids = new HashSet<String>();
        var letters = new HashSet<Character>();
        for (int i = 0; i < 2_000; i++) {
            String text = TokenFormat.random(Token.Kind.SERVICE, random).text();
            ids.add(text);
            text.substring(8, 40).chars().forEach(c -> letters.add((char) c));
        }
        assertThat(ids).hasSize(2_000);
        assertThat(letters).hasSize(62);
    }

    @Test
    void the_text_of_a_token_is_not_in_its_string_form() {
        assertThat(token.toString()).isEqualTo("slw_usr_" + token.id() + "…").hasSizeLessThan(20);
    }
}
