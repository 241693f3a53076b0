package slipway.surface.web.component;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.Map;

/** Renders one template. */
final class RenderedTemplate {

    private static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(ContentType.Html);

    private RenderedTemplate() {}

    static String part(String name, Map<String, Object> values) {
        var output = new StringOutput();
        ENGINE.render("part/" + name + ".jte", values, output);
        return output.toString();
    }
}
