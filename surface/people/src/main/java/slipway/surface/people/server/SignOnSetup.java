package slipway.surface.people.server;

import slipway.signon.GroupMapping;
import slipway.signon.SignOn;

/** The configuration of single sign-on: the provider, and the mapping of its groups to roles. */
public record SignOnSetup(SignOn signOn, String issuer, GroupMapping groups) {}
