package slipway.surface.api;

import slipway.base.Permission;

/** Who may come through a route. Every route has one; there is no default. */
public sealed interface RouteAccess {

    /** As the OpenAPI document and the reference name it. */
    String word();

    /** Anybody. Such an answer tells nothing about what is behind the door. */
    record Public() implements RouteAccess {
        @Override
        public String word() {
            return "public";
        }
    }

    /** Whoever is recognised; the route touches only what is the visitor's own, or filters by what it may see. */
    record SignedIn() implements RouteAccess {
        @Override
        public String word() {
            return "signed-in";
        }
    }

    /** Whoever has the permission in the team that the path names. For others that team does not exist. */
    record InTeam(Permission permission) implements RouteAccess {
        @Override
        public String word() {
            return permission.wireName();
        }
    }

    /** Whoever has the permission in any team at all: for what belongs to no team and everybody works with. */
    record Anywhere(Permission permission) implements RouteAccess {
        @Override
        public String word() {
            return permission.wireName();
        }
    }

    /** Whoever has the permission in the team {@code all}, that is, everywhere. */
    record Everywhere(Permission permission) implements RouteAccess {
        @Override
        public String word() {
            return permission.wireName();
        }
    }
}
