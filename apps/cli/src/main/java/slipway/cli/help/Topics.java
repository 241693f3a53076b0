package slipway.cli.help;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The help topics and their index. */
final class Topics {

    private static final String INDEX = "index.txt";

    private Topics() {}

    /** The title line of every topic, in the order of the index. */
    static Map<String, String> all() {
        Map<String, String> topics = new LinkedHashMap<>();
        text(INDEX)
                .orElseThrow(() -> new IllegalStateException("The index of help is missing"))
                .lines()
                .map(line -> line.split(" {2,}", 2))
                .forEach(parts -> topics.put(parts[0], parts[1]));
        return topics;
    }

    /** The main topics. A subtopic, such as {@code doctor/fsync}, is linked from its main topic. */
    static Map<String, String> index() {
        Map<String, String> topics = all();
        topics.keySet().removeIf(topic -> topic.contains("/"));
        return topics;
    }

    /** The page of a topic that is in the index. */
    static Optional<String> page(String topic) {
        return all().containsKey(topic) ? text(topic + ".md") : Optional.empty();
    }

    private static Optional<String> text(String file) {
        try (InputStream in = Topics.class.getResourceAsStream("topics/" + file)) {
            return in == null
                    ? Optional.empty()
                    : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
