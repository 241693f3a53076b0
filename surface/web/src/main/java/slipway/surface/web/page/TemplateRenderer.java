package slipway.surface.web.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.Map;
import slipway.surface.web.http.TextResponse;

/** Renders a template with its values. Templates are precompiled; none is read at run time. */
final class TemplateRenderer {

    private static final String HTML = "text/html; charset=utf-8";

    private final TemplateEngine engine = TemplateEngine.createPrecompiled(ContentType.Html);

    TextResponse page(int status, String template, Map<String, Object> values) {
        var output = new StringOutput(1 << 15);
        engine.render(template + ".jte", values, output);
        return TextResponse.of(status, HTML, output.toString());
    }
}
