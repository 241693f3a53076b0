package slipway.tidy;

import java.nio.file.Path;
import java.util.List;
import slipway.tidy.checkout.Checkout;

/** Tidy as a program: {@code slipway.tidy.TidyMain [CHECKOUT]}. Exit code 1 when something is untidy. */
public final class TidyMain {

    private TidyMain() {}

    public static void main(String[] arguments) {
        Path root = Path.of(arguments.length > 0 ? arguments[0] : "").toAbsolutePath().normalize();
        Checkout checkout = Checkout.read(root);
        List<Violation> violations = Tidy.check(checkout);
        violations.forEach(System.out::println);
        System.out.printf("src/main/java: %d non-blank lines.%n", nonBlankLines(checkout));
        if (violations.isEmpty()) {
            System.out.printf(
                    "Tidy: %d sources, %d rules.%n", checkout.sources().size(), Tidy.RULES.size());
        } else {
            System.out.printf(
                    "Untidy places: %d. One with a good reason gets a line in %s.%n",
                    violations.size(), Exemptions.FILE);
            System.exit(1);
        }
    }

    private static long nonBlankLines(Checkout checkout) {
        return checkout.mainSources().stream()
                .flatMap(source -> source.file().text().lines())
                .filter(line -> !line.isBlank())
                .count();
    }
}
