package slipway.server.pages;

import java.util.List;

/**
 * A third-party work in the product.
 *
 * @param use its purpose here
 * @param jars prefixes of its jar names; empty if only single files are included
 */
public record ThirdPartyWork(String name, String license, String use, List<String> jars) {

    private static final String APACHE = "Apache License 2.0";
    private static final String MIT = "MIT License";

    public static final List<ThirdPartyWork> ALL =
            List.of(
                    of("Apache ECharts", APACHE, "charts"),
                    of("Flyway", APACHE, "database migrations", "flyway-"),
                    of("HikariCP", APACHE, "database connections", "HikariCP-"),
                    of("Inter", "SIL Open Font License 1.1", "font of the pages"),
                    of("Jackson", APACHE, "JSON", "jackson-"),
                    of("Jetty", "Apache License 2.0 or EPL 2.0", "the web server", "jetty-"),
                    of("JSpecify", APACHE, "nullness annotations", "jspecify-"),
                    of("jte", APACHE, "templates of the pages", "jte-"),
                    of("Nimbus JOSE + JWT", APACHE, "single sign-on", "nimbus-jose-jwt-"),
                    of("picocli", APACHE, "the command line", "picocli-"),
                    of("PostgreSQL JDBC", "BSD 2-Clause", "PostgreSQL", "postgresql-"),
                    of("SLF4J", MIT, "the log", "slf4j-"),
                    of("SnakeYAML Engine", APACHE, "YAML", "snakeyaml-engine-"),
                    of("SQLite JDBC", APACHE, "SQLite (public domain)", "sqlite-jdbc-"),
                    of("Tabler", MIT, "styles and icons of the pages"));

    public ThirdPartyWork {
        jars = List.copyOf(jars);
    }

    private static ThirdPartyWork of(String name, String license, String use, String... jars) {
        return new ThirdPartyWork(name, license, use, List.of(jars));
    }
}
