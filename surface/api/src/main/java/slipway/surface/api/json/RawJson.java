package slipway.surface.api.json;

/** JSON that is passed on unchanged, such as the body of an event. */
public record RawJson(String json) {}
