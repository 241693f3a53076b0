package slipway.server.platform;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.text.Format;
import slipway.server.config.Config;

/**
 * Monitors the disks of the data and the attempts. Low space is logged once and is an alert until the disk has
 * recovered.
 */
final class DiskWatch {

    static final Duration INTERVAL = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(DiskWatch.class);

    private static final String NEXT =
            "Free disk space: on a full disk nothing is accepted or started, and logs are lost.";

    private final Map<String, Path> roots;
    private final Function<Path, DiskSpace> measure;
    private final Map<String, DiskSpace> low = new ConcurrentHashMap<>();

    /**
     * @param roots the directories by content
     */
    DiskWatch(Map<String, Path> roots, Function<Path, DiskSpace> measure) {
        this.roots = new LinkedHashMap<>(roots);
        this.measure = measure;
        check();
    }

    /** The attempts may be on a separate disk, by a link or a mount. */
    static Map<String, Path> roots(Config config) {
        Map<String, Path> roots = new LinkedHashMap<>();
        Path attempts = config.attempts();
        roots.put("the data", config.data());
        if (LocalDisk.differ(config.data(), attempts)) {
            roots.put("the attempts", attempts);
        }
        return roots;
    }

    void check() {
        roots.forEach((content, directory) -> check(content, measure.apply(directory)));
    }

    private void check(String content, DiskSpace space) {
        Optional<DiskSpace> before = Optional.ofNullable(low.get(content));
        if (space.low() || (before.isPresent() && !space.recovered())) {
            low.put(content, space);
        } else {
            low.remove(content);
        }
        if (before.isEmpty() && space.low()) {
            LOG.warn(
                    "{} under {}, which holds {}. {}",
                    space.description(),
                    space.directory(),
                    content,
                    NEXT);
        } else if (before.isPresent() && space.recovered()) {
            LOG.info(
                    "Enough space is free again under {}: {}.",
                    space.directory(),
                    Format.bytes(space.free()));
        }
    }

    /** The current alert. It contains no path, because users without a token can read it. */
    Optional<String> alert() {
        return roots.keySet().stream()
                .flatMap(
                        content ->
                                Optional.ofNullable(low.get(content))
                                        .map(space -> alert(content, space))
                                        .stream())
                .findFirst();
    }

    private static String alert(String content, DiskSpace space) {
        return "%s on the disk that holds %s. %s".formatted(space.description(), content, NEXT);
    }
}
