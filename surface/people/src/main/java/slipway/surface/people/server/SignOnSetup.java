package slipway.surface.people.server;

import slipway.signon.GroupMapping;
import slipway.signon.SignOn;

/** Single sign-on as it is set up: with whom, and which of its groups mean which roles here. */
public record SignOnSetup(SignOn with, String issuer, GroupMapping groups) {}
