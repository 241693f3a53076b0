package slipway.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Bytes;
import slipway.base.SourceLocation;

class NumberTypesTest {

    @Test
    void a_duration_has_a_unit_or_several() {
        assertEquals(Optional.of(Duration.ofSeconds(90)), read(ValueType.duration(), "90s"));
        assertEquals(Optional.of(Duration.ofMinutes(5)), read(ValueType.duration(), "5m"));
        assertEquals(Optional.of(Duration.ofHours(3)), read(ValueType.duration(), "3h"));
        assertEquals(Optional.of(Duration.ofDays(2)), read(ValueType.duration(), "2d"));
        assertEquals(Optional.of(Duration.ofMillis(250)), read(ValueType.duration(), "250ms"));
        assertEquals(Optional.of(Duration.ofMinutes(90)), read(ValueType.duration(), "1h30m"));
        assertEquals(Optional.of(Duration.ofDays(14)), read(ValueType.duration(), "2w"));
    }

    @Test
    void a_duration_that_we_have_shown_can_be_written_back() {
        assertEquals(
                Optional.of(Duration.ofMinutes(195)), read(ValueType.duration(), "3 h 15 min"));
        assertEquals(Optional.of(Duration.ofHours(34)), read(ValueType.duration(), "1 d 10 h"));
    }

    @Test
    void what_is_no_duration_is_rejected() {
        for (String text :
                List.of(
                        "",
                        "3",
                        "h",
                        "-3h",
                        "1.5h",
                        "3hours",
                        "3h,",
                        "3h  4m",
                        "999999999999999d",
                        "9999999999999999s")) {
            assertEquals(Optional.empty(), read(ValueType.duration(), text), text);
        }
    }

    @Test
    void an_amount_of_bytes_is_exact() {
        assertEquals(Optional.of(Bytes.gigabytes(64)), read(ValueType.bytes(), "64GB"));
        assertEquals(Optional.of(Bytes.megabytes(1500)), read(ValueType.bytes(), "1.5GB"));
        assertEquals(Optional.of(Bytes.mebibytes(512)), read(ValueType.bytes(), "512 MiB"));
        assertEquals(Optional.of(new Bytes(1024)), read(ValueType.bytes(), "1kiB"));
        assertEquals(Optional.of(new Bytes(7)), read(ValueType.bytes(), "7B"));
    }

    @Test
    void what_is_no_amount_of_bytes_is_rejected() {
        for (String text :
                List.of(
                        "",
                        "64",
                        "GB",
                        "-1GB",
                        "64gb",
                        "64Gb",
                        "1iB",
                        "0.5B",
                        "999999999999999PB",
                        "1.2345GB")) {
            assertEquals(Optional.empty(), read(ValueType.bytes(), text), text);
        }
    }

    @Test
    void a_whole_number_is_within_its_range() {
        var port = ValueType.wholeNumber(0, 65535);
        assertEquals(Optional.of(0), read(port, "0"));
        assertEquals(Optional.of(65535), read(port, "65535"));
        for (String text :
                List.of("", "-1", "65536", "1.0", "1e3", "0x1F", "1_000", "99999999999999999999")) {
            assertEquals(Optional.empty(), read(port, text), text);
        }
    }

    private static <T> Optional<T> read(ValueType<T> valueType, String text) {
        return valueType.read(
                new DocumentNode.Value(SourceLocation.of("test"), text, false),
                MistakeCollector.forWhole());
    }

    @Test
    void a_number_is_written_with_the_same_digits_in_every_country() {
        Locale before = Locale.getDefault();
        try {
            for (String country : List.of("ar-EG", "fa-IR", "de-DE", "tr-TR", "bn-BD")) {
                Locale.setDefault(Locale.forLanguageTag(country));
                assertEquals("0.5", Notation.thousandths(500));
                assertEquals("12.034", Notation.thousandths(12_034));
            }
        } finally {
            Locale.setDefault(before);
        }
    }
}
