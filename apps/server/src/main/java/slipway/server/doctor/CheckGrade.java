package slipway.server.doctor;

import java.util.Locale;

/** The grade of a finding. */
public enum CheckGrade {
    OK,
    /** It works, but not as intended. */
    WARN,
    /** It does not work, or will stop working soon. */
    FAIL;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
