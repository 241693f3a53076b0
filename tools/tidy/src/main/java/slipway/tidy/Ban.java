package slipway.tidy;

import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * A forbidden call, constructor, name or annotation. Names are regular expressions.
 *
 * @param arguments forbidden only with this number; a method reference counts as well, because it hides them
 */
record Ban(Use.Manner manner, Pattern owner, Pattern name, OptionalInt arguments) {

    static Ban call(String owner, String name) {
        return ban(Use.Manner.CALL, owner, name, OptionalInt.empty());
    }

    static Ban call(String owner, String name, int arguments) {
        return ban(Use.Manner.CALL, owner, name, OptionalInt.of(arguments));
    }

    /** {@code new Name()} without arguments. */
    static Ban construct(String name) {
        return ban(Use.Manner.CONSTRUCT, "", name, OptionalInt.of(0));
    }

    static Ban name(String owner, String name) {
        return ban(Use.Manner.NAME, owner, name, OptionalInt.empty());
    }

    /** Every mention of a type of this name. */
    static Ban type(String name) {
        return name(".*", name);
    }

    static Ban annotation(String name) {
        return ban(Use.Manner.ANNOTATION, "", name, OptionalInt.empty());
    }

    private static Ban ban(Use.Manner manner, String owner, String name, OptionalInt arguments) {
        return new Ban(manner, Pattern.compile(owner), Pattern.compile(name), arguments);
    }

    boolean forbids(Use use) {
        return use.manner() == manner
                && owner.matcher(use.owner()).matches()
                && name.matcher(use.name()).matches()
                && forbids(use.arguments());
    }

    private boolean forbids(int passed) {
        return arguments.isEmpty() || passed == Use.UNKNOWN || passed == arguments.getAsInt();
    }
}
