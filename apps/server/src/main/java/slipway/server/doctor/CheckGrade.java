package slipway.server.doctor;

import java.util.Locale;

/** How a thing is. */
public enum CheckGrade {
    OK,
    /** It works, but not as it should. */
    WARN,
    /** It does not work, or soon will not. */
    FAIL;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
