package slipway.server.web.about;

import java.time.Instant;
import java.util.List;
import slipway.server.web.part.Term;

/**
 * What the page about this server shows.
 *
 * @param facts how it runs
 * @param carried the work of others in it
 */
public record AboutView(String version, Instant started, List<Term> facts, List<Carried> carried) {

    /**
     * What runs.
     *
     * @param java its version and who made it
     * @param database as a person calls it
     */
    public record Running(String version, Instant started, String java, String database) {}

    static AboutView of(Running running) {
        return new AboutView(
                running.version(),
                running.started(),
                List.of(
                        Term.of("Version", running.version()),
                        Term.of("Java", running.java()),
                        Term.of("Database", running.database()),
                        Term.of("Licence", "Apache License 2.0"),
                        Term.of("API document", "openapi.json").at("/openapi.json"),
                        Term.of("Health", "status").at("/status")),
                Carried.ALL);
    }
}
