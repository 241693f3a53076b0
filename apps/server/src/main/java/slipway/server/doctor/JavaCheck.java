package slipway.server.doctor;

import java.util.Optional;

/** The Java that runs this; one too old for it would not have come so far. */
final class JavaCheck {

    static final String NAME = "java";

    private JavaCheck() {}

    static CheckResult look(Runtime.Version version, String vendor) {
        String number = String.join(".", version.version().stream().map(String::valueOf).toList());
        String text = "Java " + number + " (" + vendor + ")";
        return version.pre()
                .map(
                        stage ->
                                CheckResult.warn(
                                        NAME,
                                        text + ": a build for trying out (" + stage + ")",
                                        "install a release of Java 25 or newer"))
                .orElseGet(() -> CheckResult.ok(NAME, text));
    }

    /** {@code Temurin}: what people know it by stands before the number, where there is one. */
    static String vendor() {
        return Optional.ofNullable(System.getProperty("java.vendor.version"))
                .map(text -> text.replaceFirst("[-_ ]?\\d.*", ""))
                .filter(text -> !text.isBlank())
                .orElseGet(() -> System.getProperty("java.vendor", "of an unknown vendor"));
    }
}
