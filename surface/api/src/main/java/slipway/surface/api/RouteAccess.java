package slipway.surface.api;

import slipway.base.Permission;

/** Who may use a route. Every route declares it; there is no default. */
public sealed interface RouteAccess {

    /** Its name in the OpenAPI document and the reference. */
    String word();

    /** Everyone. The answer reveals nothing about the server's data. */
    record Public() implements RouteAccess {
        @Override
        public String word() {
            return "public";
        }
    }

    /** Every signed-in user; the handler uses only the user's own objects, or filters by what the user may see. */
    record SignedIn() implements RouteAccess {
        @Override
        public String word() {
            return "signed-in";
        }
    }

    /** Users with the permission in the team of the path. For others that team does not exist. */
    record InTeam(Permission permission) implements RouteAccess {
        @Override
        public String word() {
            return permission.wireName();
        }
    }

    /** Users with the permission in any team, for objects that belong to no team. */
    record Anywhere(Permission permission) implements RouteAccess {
        @Override
        public String word() {
            return permission.wireName();
        }
    }

    /** Users with the permission in the team {@code all}, that is, everywhere. */
    record Everywhere(Permission permission) implements RouteAccess {
        @Override
        public String word() {
            return permission.wireName();
        }
    }
}
