package slipway.server.config;

import java.util.Locale;
import slipway.base.SourceLocation;
import slipway.spec.SpecKey;

/**
 * A setting with its names in file, environment and flags.
 *
 * @param path its key in {@code slipway.yaml}: {@code database.password_file}
 */
public record Setting(String path, SpecKey<?> key) {

    static final String PREFIX = "SLIPWAY_";

    /** {@code SLIPWAY_DATABASE_PASSWORD_FILE}. */
    public String variable() {
        return PREFIX + path.replace('.', '_').toUpperCase(Locale.ROOT);
    }

    /** {@code --database-password-file}. */
    public String flag() {
        return "--" + path.replace('.', '-').replace('_', '-');
    }

    SourceLocation inEnvironment() {
        return SourceLocation.of("environment " + variable());
    }

    SourceLocation onCommandLine() {
        return SourceLocation.of("flag " + flag());
    }
}
