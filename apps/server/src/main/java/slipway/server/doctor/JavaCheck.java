package slipway.server.doctor;

import java.util.Optional;

/** The running Java; a version that is too old cannot load this class. */
final class JavaCheck {

    static final String NAME = "java";

    private JavaCheck() {}

    static CheckResult run(Runtime.Version version, String vendor) {
        String number = String.join(".", version.version().stream().map(String::valueOf).toList());
        String text = "Java " + number + " (" + vendor + ")";
        return version.pre()
                .map(
                        stage ->
                                CheckResult.warn(
                                        NAME,
                                        text + ": a pre-release build (" + stage + ")",
                                        "install a release of Java 25 or newer"))
                .orElseGet(() -> CheckResult.ok(NAME, text));
    }

    /** The distribution, such as {@code Temurin}: the part of the vendor version before its number. */
    static String vendor() {
        return Optional.ofNullable(System.getProperty("java.vendor.version"))
                .map(text -> text.replaceFirst("[-_ ]?\\d.*", ""))
                .filter(text -> !text.isBlank())
                .orElseGet(() -> System.getProperty("java.vendor", "of an unknown vendor"));
    }
}
