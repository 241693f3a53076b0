package slipway.server.pages;

import java.time.Instant;
import java.util.List;
import slipway.surface.web.component.FactItem;

/**
 * What the page about this server shows.
 *
 * @param facts how it runs
 * @param carried the work of others in it
 */
public record AboutPage(
        String version, Instant started, List<FactItem> facts, List<ThirdPartyWork> carried) {

    /**
     * What runs.
     *
     * @param java its version and who made it
     * @param database as a person calls it
     */
    public record Running(String version, Instant started, String java, String database) {}

    static AboutPage of(Running running) {
        return new AboutPage(
                running.version(),
                running.started(),
                List.of(
                        FactItem.of("Version", running.version()),
                        FactItem.of("Java", running.java()),
                        FactItem.of("Database", running.database()),
                        FactItem.of("Licence", "Apache License 2.0"),
                        FactItem.of("API document", "openapi.json").at("/openapi.json"),
                        FactItem.of("Health", "status").at("/status")),
                ThirdPartyWork.ALL);
    }
}
