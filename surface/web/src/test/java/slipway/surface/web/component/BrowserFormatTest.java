package slipway.surface.web.component;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Bytes;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.surface.web.page.WebPages;
import slipway.testkit.Needs;

/** The script that draws charts formats numbers and times like the server. */
@Tag("process")
class BrowserFormatTest {

    private static final List<String> NUMBERS =
            List.of(
                    "0",
                    "0.00003",
                    "0.0002",
                    "0.0005",
                    "0.004",
                    "0.05",
                    "0.051",
                    "0.07",
                    "0.0999",
                    "0.1",
                    "0.25",
                    "0.42",
                    "0.5",
                    "0.541",
                    "0.93",
                    "0.999",
                    "0.9904",
                    "0.9995",
                    "0.99997",
                    "1",
                    "1.005",
                    "1.0004",
                    "2.0314",
                    "2.5",
                    "8.8",
                    "9.994",
                    "9.995",
                    "9.999",
                    "12.345",
                    "13.44",
                    "41",
                    "59.4",
                    "59.7",
                    "99.5",
                    "155.6",
                    "999.95",
                    "999.96",
                    "1000",
                    "1018.49",
                    "1024",
                    "3599.6",
                    "14000",
                    "20500",
                    "86399",
                    "123456.5",
                    "999999.5",
                    "96600000000",
                    "1350000000000");

    @TempDir Path folder;

    @Test
    void the_browser_formats_numbers_like_the_server() throws Exception {
        Map<String, String> expected = new LinkedHashMap<>();
        List<BigDecimal> values = new ArrayList<>(NUMBERS.stream().map(BigDecimal::new).toList());
        var random = new Random(20_260_917);
        for (int i = 0; i < 400; i++) {
            values.add(BigDecimal.valueOf(random.nextInt(1, 100_000), random.nextInt(0, 7)));
        }
        for (BigDecimal value : values) {
            expect(expected, "percent", value, Format.percent(value.doubleValue()));
            expect(expected, "percent", value.negate(), Format.percent(-value.doubleValue()));
            expect(expected, "number", value, Format.number(value.doubleValue()));
            expected.put(
                    "[\"number\"," + value.toPlainString() + ",3]",
                    Format.number(value.doubleValue(), 3));
            Money money = money(value);
            expect(
                    expected,
                    "money",
                    BigDecimal.valueOf(money.millionths(), 6),
                    Format.money(money));
            expect(
                    expected,
                    "moneyAxis",
                    BigDecimal.valueOf(money.millionths(), 6),
                    Format.axis(money));
            expect(expected, "duration", value, Format.duration(seconds(value)));
            expect(expected, "exactDuration", value, Format.exactDuration(seconds(value)));
            expect(
                    expected,
                    "bytes",
                    value.toBigInteger(),
                    Format.bytes(new Bytes(value.longValue())));
        }
        assertThat(differences(expected, "UTC")).isEmpty();
    }

    @Test
    void the_browser_formats_times_like_the_server_in_every_zone() throws Exception {
        for (String zone : List.of("UTC", "Asia/Tokyo", "America/St_Johns", "Asia/Kathmandu")) {
            Instant now = Instant.parse("2026-11-01T23:30:00Z");
            TimeFormat times = Format.times(now, ZoneId.of(zone));
            Map<String, String> expected = new LinkedHashMap<>();
            for (Duration distance :
                    List.of(
                            Duration.ZERO,
                            Duration.ofMinutes(41),
                            Duration.ofHours(5),
                            Duration.ofDays(1),
                            Duration.ofDays(6),
                            Duration.ofDays(7),
                            Duration.ofDays(40),
                            Duration.ofDays(200),
                            Duration.ofDays(-1),
                            Duration.ofDays(-6),
                            Duration.ofDays(-31),
                            Duration.ofDays(-364),
                            Duration.ofSeconds(-41))) {
                Instant at = now.plus(distance);
                String both = at.toEpochMilli() + "," + now.toEpochMilli() + "]";
                expected.put("[\"time\"," + both, times.time(at));
                expected.put("[\"relative\"," + both, times.relative(at));
                expected.put("[\"exact\"," + both, times.exact(at));
                expected.put("[\"clock\"," + both, times.clock(at));
                expected.put("[\"weekday\"," + both, times.weekday(at));
                expected.put("[\"day\"," + both, times.day(at));
            }
            assertThat(differences(expected, zone)).as(zone).isEmpty();
        }
    }

    private static void expect(
            Map<String, String> expected, String form, Number value, String text) {
        String plain = value instanceof BigDecimal big ? big.toPlainString() : value.toString();
        expected.put("[\"" + form + "\"," + plain + "]", text);
    }

    private static Money money(BigDecimal value) {
        long millionths = value.movePointRight(6).longValue();
        return new Money(millionths, Currency.getInstance("USD"));
    }

    private static Duration seconds(BigDecimal value) {
        BigDecimal parts = value.remainder(BigDecimal.ONE).movePointRight(9);
        return Duration.ofSeconds(value.longValue(), parts.longValue());
    }

    private List<String> differences(Map<String, String> expected, String zone) throws Exception {
        List<String> answers = answers(expected, zone);
        List<String> differences = new ArrayList<>();
        int at = 0;
        for (var question : expected.entrySet()) {
            String answer = answers.get(at++);
            if (!answer.equals(question.getValue())) {
                differences.add(question.getKey() + ": " + question.getValue() + ", not " + answer);
            }
        }
        return differences;
    }

    private List<String> answers(Map<String, String> expected, String zone) throws Exception {
        Needs.command("node", "nodejs");
        Path reader = copy(BrowserFormatTest.class, "format-reader.js", "reader.js");
        Path script = copy(WebPages.class, "assets/format.js", "format.js");
        Path questions = Files.write(folder.resolve("questions"), expected.keySet(), UTF_8);
        File answers = folder.resolve("answers").toFile();
        var builder = new ProcessBuilder("node", reader.toString(), script.toString());
        builder.environment().put("TZ", zone);
        Process node =
                builder.redirectInput(questions.toFile())
                        .redirectOutput(answers)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        assertThat(node.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(node.exitValue()).isZero();
        return Files.readAllLines(answers.toPath(), UTF_8);
    }

    private Path copy(Class<?> beside, String resource, String name) throws Exception {
        try (var in = beside.getResourceAsStream(resource)) {
            Path file = folder.resolve(name);
            Files.write(file, in.readAllBytes());
            return file;
        }
    }
}
