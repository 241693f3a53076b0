package slipway.surface.web.gallery;

import java.util.List;

/** Names as people really give them: long, from right to left, with pictures, with what looks like HTML. */
final class AwkwardNames {

    static final String PLAIN = "glossa-7b-pretrain";
    static final String LONG = "a-name-of-three-hundred-letters-".repeat(10).substring(0, 300);
    static final String RIGHT_TO_LEFT = "تدريب-النموذج-الكبير";
    static final String PICTURES = "🚀 détecteur 👩🏽‍🔬 42";
    static final String HTML = "</script><b onclick=alert(1)>\"bold\" & 'sly'</b>";
    static final String SHORT = "x";

    static final List<String> NAMES = List.of(PLAIN, SHORT, LONG, RIGHT_TO_LEFT, PICTURES, HTML);

    private AwkwardNames() {}
}
