package slipway.server.api.guard;

import slipway.guard.oidc.GroupMapping;
import slipway.guard.oidc.SignOn;

/** Single sign-on as it is set up: with whom, and which of its groups mean which roles here. */
public record SignOnSetup(SignOn with, String issuer, GroupMapping groups) {}
