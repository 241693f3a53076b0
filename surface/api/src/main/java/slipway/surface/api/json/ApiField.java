package slipway.surface.api.json;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The meaning and the bounds of a member of a request or an answer, for the reference and the decoder. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface ApiField {

    /** The maximum length of free text. */
    int ESSAY = 20_000;

    /** The description: one sentence. */
    String value();

    /** An example value. */
    String example() default "";

    /** The maximum length of a text in characters. */
    int longest() default 200;

    /** Whether a text may have several lines. */
    boolean lines() default false;

    /** The minimum of a number. */
    long least() default 0;

    /** The maximum of a number. */
    long most() default Long.MAX_VALUE;
}
