package slipway.surface.web.component;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A form: the call of the API it makes, and what is said around it. {@code {name}} stands for what was typed into the
 * field of that name, in the call's path and in every sentence.
 *
 * @param call verb and path, {@code PUT /api/v1/teams/{team}}
 * @param button what the button says: what happens
 * @param done the sentence of the toast afterwards
 * @param undo the call that takes it back, offered in the toast
 * @param undoBody what that call sends, as JSON
 * @param ask what is lost; asked before anything is sent
 * @param once where an answer goes that is shown only once: the id of that box
 * @param command the same as a command; an option in brackets stands only when its field is filled
 */
public record PageForm(
        String call,
        String button,
        Optional<String> done,
        Optional<String> undo,
        Optional<String> undoBody,
        Optional<String> ask,
        Optional<String> once,
        Optional<String> command) {

    private static final Pattern CALL =
            Pattern.compile("(POST|PUT|PATCH|DELETE) /api/v1/[A-Za-z0-9/{}._:@-]+");

    private static final Pattern NAME = Pattern.compile("\\{([a-z_]+)}");

    public PageForm {
        refuseUnlessCall(call);
        undo.ifPresent(PageForm::refuseUnlessCallOrFilled);
        if (button.isBlank()) {
            throw new IllegalArgumentException("A button says what happens");
        }
        if (undoBody.isPresent() && undo.isEmpty()) {
            throw new IllegalArgumentException("Nothing is sent where nothing is taken back");
        }
    }

    public static PageForm of(String call, String button) {
        Optional<String> none = Optional.empty();
        return new PageForm(call, button, none, none, none, none, none, none);
    }

    public PageForm done(String sentence) {
        return new PageForm(
                call, button, Optional.of(sentence), undo, undoBody, ask, once, command);
    }

    public PageForm undoneBy(String other) {
        return new PageForm(call, button, done, Optional.of(other), undoBody, ask, once, command);
    }

    public PageForm undoneBy(String other, String body) {
        return new PageForm(
                call, button, done, Optional.of(other), Optional.of(body), ask, once, command);
    }

    public PageForm asking(String loss) {
        return new PageForm(call, button, done, undo, undoBody, Optional.of(loss), once, command);
    }

    public PageForm shownOnceIn(String box) {
        return new PageForm(call, button, done, undo, undoBody, ask, Optional.of(box), command);
    }

    public PageForm as(String shell) {
        return new PageForm(call, button, done, undo, undoBody, ask, once, Optional.of(shell));
    }

    /** The command before anything is typed: without what may be left out, and with names for what may not. */
    public String untyped() {
        return NAME.matcher(command.orElse("").replaceAll("\\s*\\[[^\\]]*]", ""))
                .replaceAll(name -> name.group(1).toUpperCase(Locale.ROOT));
    }

    private static void refuseUnlessCall(String text) {
        if (!CALL.matcher(text).matches()) {
            throw new IllegalArgumentException("Not a call that changes something: " + text);
        }
    }

    /** A call that takes back may already hold the names of what is on the page, which may have any letters. */
    private static void refuseUnlessCallOrFilled(String text) {
        if (!text.matches("(POST|PUT|PATCH|DELETE) /api/v1/\\S+")) {
            throw new IllegalArgumentException("Not a call that changes something: " + text);
        }
    }
}
