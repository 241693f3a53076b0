package slipway.surface.api.json;

/** JSON that is passed on as it was written: the body of an event. */
public record RawJson(String json) {}
