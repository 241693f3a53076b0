package slipway.tidy.checkout;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The folders of a checkout that hold modules, from the bottom up. */
public enum Folder {
    FOUNDATION,
    DOMAIN,
    SURFACE,
    APPS,
    TOOLS;

    /** For patterns of paths: {@code foundation|domain|…}. */
    public static final String ANY =
            Arrays.stream(values()).map(Folder::directory).collect(Collectors.joining("|"));

    public static Folder named(String directory) {
        return valueOf(directory.toUpperCase(Locale.ROOT));
    }

    public String directory() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The name of one of its modules, which is also the end of its artifact's name: {@code run} for {@code domain/run},
     * {@code surface-run} for {@code surface/run}.
     */
    public String module(String directory) {
        return this == SURFACE ? "surface-" + directory : directory;
    }

    /** The name of the module at {@code surface/run}; empty outside the folders of this checkout. */
    public static Optional<String> moduleAt(String directory) {
        String[] parts = directory.split("/", -1);
        return Arrays.stream(values())
                .filter(folder -> parts.length == 2 && folder.directory().equals(parts[0]))
                .map(folder -> folder.module(parts[1]))
                .findFirst();
    }

    /** Whether code here takes the time, chance and output from its caller. */
    public boolean isPure() {
        return this == FOUNDATION || this == DOMAIN;
    }
}
