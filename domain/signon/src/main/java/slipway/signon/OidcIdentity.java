package slipway.signon;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import slipway.base.UserId;

/**
 * The identity of a person in a checked ID token. Issuer and subject identify the person permanently; everything else
 * may change from one sign-in to the next and is never used to find a user.
 *
 * @param name the proposed name of a new user; it may be taken
 * @param shownName at most 200 printable characters
 * @param email empty when the provider marks it as not verified
 * @param groups as the provider spells them
 */
public record OidcIdentity(
        String issuer,
        String subject,
        UserId name,
        String shownName,
        Optional<String> email,
        SortedSet<String> groups) {

    public OidcIdentity {
        groups = Collections.unmodifiableSortedSet(new TreeSet<>(groups));
    }
}
