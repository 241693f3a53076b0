package slipway.surface.web.component;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A form: the API call that it makes, and its texts. {@code {name}} in the call's path and in every text is replaced by
 * the value of the field of that name.
 *
 * @param call method and path, {@code PUT /api/v1/teams/{team}}
 * @param button the label of the button: the action
 * @param done the text of the toast afterwards
 * @param undo the call that reverts it, offered in the toast
 * @param undoBody the body of that call, as JSON
 * @param ask the question to confirm before the call
 * @param once the id of the box for an answer that is shown only once
 * @param command the equivalent command; an option in brackets is included only if its field is filled
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
        checkCall(call);
        undo.ifPresent(PageForm::checkUndoCall);
        if (button.isBlank()) {
            throw new IllegalArgumentException("A button needs a label");
        }
        if (undoBody.isPresent() && undo.isEmpty()) {
            throw new IllegalArgumentException("A body without a call to undo");
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

    /** The command before any input: without optional parts, and with placeholders for required ones. */
    public String commandTemplate() {
        return NAME.matcher(command.orElse("").replaceAll("\\s*\\[[^\\]]*]", ""))
                .replaceAll(name -> name.group(1).toUpperCase(Locale.ROOT));
    }

    private static void checkCall(String text) {
        if (!CALL.matcher(text).matches()) {
            throw new IllegalArgumentException("Not a call that changes state: " + text);
        }
    }

    /** A call to undo may contain names from the page, which may have any characters. */
    private static void checkUndoCall(String text) {
        if (!text.matches("(POST|PUT|PATCH|DELETE) /api/v1/\\S+")) {
            throw new IllegalArgumentException("Not a call that changes state: " + text);
        }
    }
}
