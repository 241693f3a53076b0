package slipway.base;

import java.util.regex.Pattern;

/**
 * The stable name of a problem. Scripts match on it, so a code is never renamed or reused. A module declares its
 * codes as constants; the reference page of problems is generated from them.
 *
 * @param status the kind's own HTTP status, or a narrower one (400, 401, 405, 409, 413, 415, 503)
 * @param meaning one sentence for the reference page
 */
public record ProblemCode(ProblemKind kind, String name, int status, String meaning) {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

    private static final int TOO_MANY_REQUESTS = 429;

    public ProblemCode {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "A code is lower-case words joined by hyphens, not '" + name + "'");
        }
        // Clients repeat a request that is answered with 429, and only a rate makes that useful.
        if ((status == TOO_MANY_REQUESTS) != (kind == ProblemKind.RATE)) {
            throw new IllegalArgumentException("429 is the status of rates only: " + name);
        }
        if (meaning.isBlank()) {
            throw new IllegalArgumentException(
                    "The code " + name + " needs a sentence for the reference");
        }
    }

    public static ProblemCode of(ProblemKind kind, String name, String meaning) {
        return new ProblemCode(kind, name, kind.status(), meaning);
    }
}
