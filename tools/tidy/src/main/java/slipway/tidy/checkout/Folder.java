package slipway.tidy.checkout;

import java.util.Locale;

/** The four folders of the house that hold modules. */
public enum Folder {
    FOUNDATION,
    ROOMS,
    DOORS,
    WORKSHOP;

    public static Folder named(String directory) {
        return valueOf(directory.toUpperCase(Locale.ROOT));
    }

    public String directory() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Where the heart is pure: no clock, no chance, no printing. */
    public boolean isPure() {
        return this == FOUNDATION || this == ROOMS;
    }
}
