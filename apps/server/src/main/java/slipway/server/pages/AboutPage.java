package slipway.server.pages;

import java.time.Instant;
import java.util.List;
import slipway.surface.web.component.FactItem;

/**
 * The page about this server.
 *
 * @param facts version, runtime and links
 * @param thirdParty the third-party works in the product
 */
public record AboutPage(
        String version, Instant started, List<FactItem> facts, List<ThirdPartyWork> thirdParty) {

    /**
     * The running server.
     *
     * @param java version and vendor
     * @param database the product name
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
                        FactItem.of("License", "Apache License 2.0"),
                        FactItem.of("API document", "openapi.json").at("/openapi.json"),
                        FactItem.of("Health", "status").at("/status")),
                ThirdPartyWork.ALL);
    }
}
