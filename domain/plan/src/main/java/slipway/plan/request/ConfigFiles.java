package slipway.plan.request;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import slipway.base.Problem;
import slipway.base.text.UntrustedText;

/** Reads the config.json that a request may name instead of a model. Only commands on this machine may name files. */
public final class ConfigFiles {

    /** Passed in place of a folder, it forbids files: requests that come over the network name none. */
    public static final Path FORBIDDEN = Path.of("");

    private static final long MAX_BYTES = 1 << 20;

    private ConfigFiles() {}

    static String read(Path folder, String name) {
        if (folder.equals(FORBIDDEN)) {
            throw new Problem(
                    RequestValues.BAD_REQUEST,
                    "A config.json cannot be read from here.",
                    "Only slipway plan reads files, of the machine that it runs on.",
                    "Give a model's name or its numbers.");
        }
        Path file = folder.resolve(name);
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw unreadable(file, "It is larger than a megabyte; a config.json is not.");
            }
            return Files.readString(file);
        } catch (IOException e) {
            throw unreadable(file, "It is not there, or may not be read.");
        }
    }

    private static Problem unreadable(Path file, String why) {
        return new Problem(
                RequestValues.BAD_REQUEST,
                "%s could not be read."
                        .formatted(UntrustedText.quoted(file.getFileName().toString())),
                why,
                "Give a model's name, its config.json or its numbers.");
    }
}
