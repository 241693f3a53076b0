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
 * Looks at the disks under the data and the attempts, and says when little is left: in the log once, and for as long as
 * it is so to whoever asks.
 */
final class DiskWatch {

    static final Duration PAUSE = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(DiskWatch.class);

    private static final String NEXT =
            "Make room there: on a full disk nothing is accepted or started, and no log is kept.";

    private final Map<String, Path> roots;
    private final Function<Path, DiskSpace> measure;
    private final Map<String, DiskSpace> low = new ConcurrentHashMap<>();

    /**
     * @param roots the directories, by what they hold
     */
    DiskWatch(Map<String, Path> roots, Function<Path, DiskSpace> measure) {
        this.roots = new LinkedHashMap<>(roots);
        this.measure = measure;
        look();
    }

    /** The attempts may lie on a disk of their own, through a link or a mount. */
    static Map<String, Path> roots(Config config) {
        Map<String, Path> roots = new LinkedHashMap<>();
        Path attempts = config.attempts();
        roots.put("the data", config.data());
        if (LocalDisk.apart(config.data(), attempts)) {
            roots.put("the attempts", attempts);
        }
        return roots;
    }

    void look() {
        roots.forEach((holds, directory) -> look(holds, measure.apply(directory)));
    }

    private void look(String holds, DiskSpace space) {
        Optional<DiskSpace> before = Optional.ofNullable(low.get(holds));
        if (space.low() || (before.isPresent() && !space.recovered())) {
            low.put(holds, space);
        } else {
            low.remove(holds);
        }
        if (before.isEmpty() && space.low()) {
            LOG.warn(
                    "{} under {}, which holds {}. {}",
                    space.words(),
                    space.directory(),
                    holds,
                    NEXT);
        } else if (before.isPresent() && space.recovered()) {
            LOG.info(
                    "There is room again under {}: {}.",
                    space.directory(),
                    Format.bytes(space.free()));
        }
    }

    /** What everybody should know now. It names no path: people who have no token may ask too. */
    Optional<String> alert() {
        return roots.keySet().stream()
                .flatMap(
                        holds ->
                                Optional.ofNullable(low.get(holds))
                                        .map(space -> alert(holds, space))
                                        .stream())
                .findFirst();
    }

    private static String alert(String holds, DiskSpace space) {
        return "%s on the disk that holds %s. %s".formatted(space.words(), holds, NEXT);
    }
}
