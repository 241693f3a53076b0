package slipway.surface.web.gallery;

import java.util.List;

/** Awkward but realistic names: long, right to left, with emoji, with HTML. */
final class AwkwardNames {

    static final String PLAIN = "glossa-7b-pretrain";
    static final String LONG = "a-name-of-three-hundred-letters-".repeat(10).substring(0, 300);
    static final String RIGHT_TO_LEFT = "تدريب-النموذج-الكبير";
    static final String EMOJI = "🚀 détecteur 👩🏽‍🔬 42";
    static final String HTML = "</script><b onclick=alert(1)>\"bold\" & 'sly'</b>";
    static final String SHORT = "x";

    static final List<String> NAMES = List.of(PLAIN, SHORT, LONG, RIGHT_TO_LEFT, EMOJI, HTML);

    private AwkwardNames() {}
}
