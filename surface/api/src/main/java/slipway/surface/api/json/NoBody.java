package slipway.surface.api.json;

/** A request or an answer without a body. */
public record NoBody() {

    public static final NoBody NOTHING = new NoBody();
}
