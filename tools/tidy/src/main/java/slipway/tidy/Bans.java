package slipway.tidy;

import static slipway.tidy.Ban.annotation;
import static slipway.tidy.Ban.call;
import static slipway.tidy.Ban.construct;
import static slipway.tidy.Ban.name;
import static slipway.tidy.Ban.type;

import java.util.List;
import slipway.tidy.checkout.Source;

/** The banned calls, in foundation and domain or everywhere. */
final class Bans {

    private Bans() {}

    static List<BanRule> all() {
        return List.of(
                clock(),
                random(),
                print(),
                sleep(),
                stackTrace(),
                exit(),
                exec(),
                deserialize(),
                locale(),
                skip());
    }

    private static BanRule clock() {
        return new BanRule(
                "clock",
                Bans::inFoundationAndDomain,
                List.of(
                        call(
                                "Instant|Local(Date|Time|DateTime)|(Zoned|Offset)DateTime|OffsetTime",
                                "now"),
                        call("Year|YearMonth|MonthDay", "now"),
                        call("System", "currentTimeMillis|nanoTime"),
                        call("Clock", "(system|tick).*"),
                        call("InstantSource", "system"),
                        construct("Date")),
                "Take an Instant, or an InstantSource, from the caller.");
    }

    private static BanRule random() {
        return new BanRule(
                "random",
                Bans::inFoundationAndDomain,
                List.of(
                        construct("Random|SplittableRandom"),
                        call("Math", "random"),
                        call("UUID", "randomUUID"),
                        call("RandomGenerator", "getDefault"),
                        call("Collections", "shuffle", 1),
                        type("ThreadLocalRandom")),
                "Take a seeded source, or an id source, from the caller.");
    }

    private static BanRule print() {
        return new BanRule(
                "print",
                Bans::inFoundationAndDomain,
                List.of(name("System", "out|err")),
                "Return the text, or log it; only surfaces and apps speak to people.");
    }

    private static BanRule sleep() {
        return new BanRule(
                "sleep",
                Bans::everywhere,
                List.of(
                        call("Thread", "sleep"),
                        call("(NANO|MICRO|MILLI)?SECONDS|MINUTES|HOURS|DAYS", "sleep")),
                "Wait for the thing itself (a latch, a future, a condition); in tests move the clock.");
    }

    private static BanRule stackTrace() {
        return new BanRule(
                "stack-trace",
                Bans::everywhere,
                List.of(call(".*", "printStackTrace")),
                "Throw it on as the cause of a Problem, or log it.");
    }

    private static BanRule exit() {
        return new BanRule(
                "exit",
                source -> !source.file().name().endsWith("Main.java"),
                List.of(call("System", "exit"), call("getRuntime\\(\\)|Runtime", "exit|halt")),
                "Only Main ends the program; return an exit code to it or throw a Problem.");
    }

    private static BanRule exec() {
        return new BanRule(
                "exec",
                Bans::everywhere,
                List.of(call("getRuntime\\(\\)|Runtime", "exec")),
                "It splits its words and forgets its output; use a ProcessBuilder with a list.");
    }

    private static BanRule deserialize() {
        return new BanRule(
                "deserialize",
                Bans::everywhere,
                List.of(type("ObjectInputStream|XMLDecoder"), call(".*", "readObject")),
                "Bytes from outside must not choose classes; read JSON into a record.");
    }

    private static BanRule locale() {
        return new BanRule(
                "locale",
                Bans::everywhere,
                List.of(
                        call(".*", "to(Lower|Upper)Case", 0),
                        call("NumberFormat", "get.*Instance", 0)),
                "It depends on the country of the machine; pass Locale.ROOT.");
    }

    private static BanRule skip() {
        return new BanRule(
                "skip",
                source -> !source.path().matches("tools/testkit/.*/Needs\\.java"),
                List.of(
                        annotation("Disabled.*|Enabled(If|On|For).*"),
                        type("Assumptions|Assume"),
                        call(".*", "assume(True|False|That|NoException)|assumingThat")),
                "A test runs or is deleted; one that needs a component says so through testkit's Needs.");
    }

    private static boolean everywhere(Source source) {
        return true;
    }

    private static boolean inFoundationAndDomain(Source source) {
        return source.file().folder().isPure();
    }
}
