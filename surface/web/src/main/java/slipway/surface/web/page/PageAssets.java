package slipway.surface.web.page;

/**
 * What all pages have in common.
 *
 * @param sprite the SVG sprite of icons and glyphs
 */
public record PageAssets(Assets assets, String sprite, String version) {}
