package slipway.tidy;

import java.util.stream.Stream;
import slipway.tidy.checkout.Checkout;

/** A rule of the house: it looks at the whole house, says what breaks it, and changes nothing. */
interface Rule {

    /** Short and stable: tidy.txt and the fixtures are named by it. */
    String name();

    Stream<Violation> check(Checkout checkout);
}
