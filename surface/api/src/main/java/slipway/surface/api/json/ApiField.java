package slipway.surface.api.json;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What one member of a request or an answer means, and its bounds. The reference and the reader both go by it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface ApiField {

    /** The length of a text that people write freely. */
    int ESSAY = 20_000;

    /** One sentence. */
    String value();

    /** As it would be written. */
    String example() default "";

    /** The most characters of a text. */
    int longest() default 200;

    /** Whether a text may have several lines. */
    boolean lines() default false;

    /** The smallest number. */
    long least() default 0;

    /** The largest number. */
    long most() default Long.MAX_VALUE;
}
