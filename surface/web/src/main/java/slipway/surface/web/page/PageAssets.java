package slipway.surface.web.page;

/**
 * What every page has in common, whoever looks.
 *
 * @param sprite the icons and glyphs, once per page
 */
public record PageAssets(Assets assets, String sprite, String version) {}
