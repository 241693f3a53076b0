package slipway.signon;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import slipway.base.UserId;

/**
 * What the provider says of a person, checked. Issuer and subject together are who it is, for ever; everything else may
 * change from one sign-in to the next and is never used to find a user.
 *
 * @param name a name to propose for a new user; another may have it already
 * @param shownName at most 200 printable characters
 * @param email left out when the provider says that it is not verified
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
