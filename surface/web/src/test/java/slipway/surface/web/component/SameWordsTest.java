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

/** A chart is drawn in the browser; its numbers read as everywhere else. */
@Tag("process")
class SameWordsTest {

    private static final List<String> SIZES =
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
    void the_browser_says_numbers_as_the_server_does() throws Exception {
        Map<String, String> asked = new LinkedHashMap<>();
        List<BigDecimal> values = new ArrayList<>(SIZES.stream().map(BigDecimal::new).toList());
        var random = new Random(20_260_917);
        for (int i = 0; i < 400; i++) {
            values.add(BigDecimal.valueOf(random.nextInt(1, 100_000), random.nextInt(0, 7)));
        }
        for (BigDecimal value : values) {
            ask(asked, "percent", value, Format.percent(value.doubleValue()));
            ask(asked, "percent", value.negate(), Format.percent(-value.doubleValue()));
            ask(asked, "number", value, Format.number(value.doubleValue()));
            asked.put(
                    "[\"number\"," + value.toPlainString() + ",3]",
                    Format.number(value.doubleValue(), 3));
            Money money = money(value);
            ask(asked, "money", BigDecimal.valueOf(money.millionths(), 6), Format.money(money));
            ask(asked, "moneyAxis", BigDecimal.valueOf(money.millionths(), 6), Format.axis(money));
            ask(asked, "duration", value, Format.duration(seconds(value)));
            ask(asked, "exactDuration", value, Format.exactDuration(seconds(value)));
            ask(asked, "bytes", value.toBigInteger(), Format.bytes(new Bytes(value.longValue())));
        }
        assertThat(differences(asked, "UTC")).isEmpty();
    }

    @Test
    void the_browser_says_times_as_the_server_does_in_every_zone() throws Exception {
        for (String zone : List.of("UTC", "Asia/Tokyo", "America/St_Johns", "Asia/Kathmandu")) {
            Instant now = Instant.parse("2026-11-01T23:30:00Z");
            TimeFormat timeFormat = Format.times(now, ZoneId.of(zone));
            Map<String, String> asked = new LinkedHashMap<>();
            for (Duration apart :
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
                Instant at = now.plus(apart);
                String both = at.toEpochMilli() + "," + now.toEpochMilli() + "]";
                asked.put("[\"time\"," + both, timeFormat.time(at));
                asked.put("[\"relative\"," + both, timeFormat.relative(at));
                asked.put("[\"exact\"," + both, timeFormat.exact(at));
                asked.put("[\"clock\"," + both, timeFormat.clock(at));
                asked.put("[\"weekday\"," + both, timeFormat.weekday(at));
                asked.put("[\"day\"," + both, timeFormat.day(at));
            }
            assertThat(differences(asked, zone)).as(zone).isEmpty();
        }
    }

    private static void ask(Map<String, String> asked, String form, Number value, String said) {
        String plain = value instanceof BigDecimal big ? big.toPlainString() : value.toString();
        asked.put("[\"" + form + "\"," + plain + "]", said);
    }

    private static Money money(BigDecimal value) {
        long millionths = value.movePointRight(6).longValue();
        return new Money(millionths, Currency.getInstance("USD"));
    }

    private static Duration seconds(BigDecimal value) {
        BigDecimal parts = value.remainder(BigDecimal.ONE).movePointRight(9);
        return Duration.ofSeconds(value.longValue(), parts.longValue());
    }

    private List<String> differences(Map<String, String> asked, String zone) throws Exception {
        List<String> answers = answers(asked, zone);
        List<String> differences = new ArrayList<>();
        int at = 0;
        for (var question : asked.entrySet()) {
            String answer = answers.get(at++);
            if (!answer.equals(question.getValue())) {
                differences.add(question.getKey() + ": " + question.getValue() + ", not " + answer);
            }
        }
        return differences;
    }

    private List<String> answers(Map<String, String> asked, String zone) throws Exception {
        Needs.command("node", "nodejs");
        Path reader = copy(SameWordsTest.class, "say.js", "reader.js");
        Path say = copy(WebPages.class, "assets/say.js", "say.js");
        Path questions = Files.write(folder.resolve("questions"), asked.keySet(), UTF_8);
        File answers = folder.resolve("answers").toFile();
        var builder = new ProcessBuilder("node", reader.toString(), say.toString());
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
