package slipway.surface.run.server.proxy;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.spec.ParseResult;

/** A range of ports; both are 0 for any free port. */
public record PortRange(int first, int last) {

    public static final PortRange ANY = new PortRange(0, 0);

    private static final Pattern RANGE = Pattern.compile("([0-9]{1,5})-([0-9]{1,5})");

    /** Lower ports are privileged. */
    private static final int MIN = 1_024;

    private static final int MAX = 65_535;

    public static ParseResult<PortRange> read(String text) {
        return ParseResult.of(
                parse(text), text, "ports such as 20000-20099, from 1024 to 65535 and in order");
    }

    private static Optional<PortRange> parse(String text) {
        Matcher range = RANGE.matcher(text);
        if (!range.matches()) {
            return Optional.empty();
        }
        var portRange =
                new PortRange(Integer.parseInt(range.group(1)), Integer.parseInt(range.group(2)));
        boolean valid =
                portRange.first >= MIN
                        && portRange.last <= MAX
                        && portRange.first <= portRange.last;
        return valid ? Optional.of(portRange) : Optional.empty();
    }
}
