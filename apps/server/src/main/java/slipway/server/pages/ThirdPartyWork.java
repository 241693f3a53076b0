package slipway.server.pages;

import java.util.List;

/**
 * The work of others that is part of the product.
 *
 * @param name what people call it
 * @param licence under which it is given
 * @param use what it does here
 * @param jars how the names of its files begin; empty where its files were taken out of one
 */
public record ThirdPartyWork(String name, String licence, String use, List<String> jars) {

    private static final String APACHE = "Apache License 2.0";
    private static final String MIT = "MIT License";

    public static final List<ThirdPartyWork> ALL =
            List.of(
                    of("Apache ECharts", APACHE, "charts"),
                    of("Flyway", APACHE, "changes of the database's schema", "flyway-"),
                    of("HikariCP", APACHE, "connections to the database", "HikariCP-"),
                    of("Inter", "SIL Open Font License 1.1", "letters of the pages"),
                    of("Jackson", APACHE, "JSON", "jackson-"),
                    of("Jetty", "Apache License 2.0 or EPL 2.0", "the web server", "jetty-"),
                    of("JSpecify", APACHE, "notes for the compiler", "jspecify-"),
                    of("jte", APACHE, "templates of the pages", "jte-"),
                    of("Nimbus JOSE + JWT", APACHE, "single sign-on", "nimbus-jose-jwt-"),
                    of("picocli", APACHE, "the command line", "picocli-"),
                    of("PostgreSQL JDBC", "BSD 2-Clause", "PostgreSQL", "postgresql-"),
                    of("SLF4J", MIT, "the log", "slf4j-"),
                    of("SnakeYAML Engine", APACHE, "YAML", "snakeyaml-engine-"),
                    of("SQLite JDBC", APACHE, "SQLite, itself public domain", "sqlite-jdbc-"),
                    of("Tabler", MIT, "styles and icons of the pages"));

    public ThirdPartyWork {
        jars = List.copyOf(jars);
    }

    private static ThirdPartyWork of(String name, String licence, String use, String... jars) {
        return new ThirdPartyWork(name, licence, use, List.of(jars));
    }
}
