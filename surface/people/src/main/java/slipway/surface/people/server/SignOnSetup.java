package slipway.surface.people.server;

import java.time.Duration;
import slipway.signon.GroupMapping;
import slipway.signon.SignOn;

/**
 * The configuration of single sign-on: the provider, and the mapping of its groups to roles.
 *
 * @param renewWithin how long these roles hold without another sign-in
 */
public record SignOnSetup(
        SignOn signOn, String issuer, GroupMapping groups, Duration renewWithin) {}
