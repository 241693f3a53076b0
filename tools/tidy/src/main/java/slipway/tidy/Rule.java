package slipway.tidy;

import java.util.stream.Stream;
import slipway.tidy.checkout.Checkout;

/** A rule checks the whole checkout, reports its violations, and changes nothing. */
interface Rule {

    /** A short and stable name, used by tidy.txt and the fixtures. */
    String name();

    Stream<Violation> check(Checkout checkout);
}
