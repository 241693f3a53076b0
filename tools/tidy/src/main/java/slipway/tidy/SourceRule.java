package slipway.tidy;

import java.util.stream.Stream;
import slipway.tidy.checkout.Checkout;
import slipway.tidy.checkout.Source;

/** A rule that needs to see only one Java source at a time. */
interface SourceRule extends Rule {

    Stream<Violation> check(Source source);

    @Override
    default Stream<Violation> check(Checkout checkout) {
        return checkout.sources().stream().flatMap(this::check);
    }
}
