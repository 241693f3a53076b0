package slipway.surface.run.server.proxy;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.spec.ParseResult;

/** Ports in a row; both are 0 where any free one will do. */
public record PortRange(int first, int last) {

    public static final PortRange ANY = new PortRange(0, 0);

    private static final Pattern ROW = Pattern.compile("([0-9]{1,5})-([0-9]{1,5})");

    /** Those below 1024 are the machine's own. */
    private static final int LEAST = 1_024;

    private static final int MOST = 65_535;

    public static ParseResult<PortRange> read(String text) {
        return ParseResult.of(
                parsed(text), text, "ports such as 20000-20099, from 1024 to 65535 and in order");
    }

    private static Optional<PortRange> parsed(String text) {
        Matcher row = ROW.matcher(text);
        if (!row.matches()) {
            return Optional.empty();
        }
        var portRange =
                new PortRange(Integer.parseInt(row.group(1)), Integer.parseInt(row.group(2)));
        boolean sound =
                portRange.first >= LEAST
                        && portRange.last <= MOST
                        && portRange.first <= portRange.last;
        return sound ? Optional.of(portRange) : Optional.empty();
    }
}
