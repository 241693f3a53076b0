package slipway.notify;

import java.time.Duration;
import java.util.Optional;

/** The outcome of one attempt. */
sealed interface SendResult {

    int GONE = 410;

    /**
     * The receiver answered.
     *
     * @param retryAfter the delay that it asked for, with status 429 or 503
     */
    record Answered(int status, Optional<Duration> retryAfter) implements SendResult {

        static Answered of(int status) {
            return new Answered(status, Optional.empty());
        }
    }

    /** There was no answer. */
    record NotAnswered(String reason) implements SendResult {}

    default boolean success() {
        return this instanceof Answered(int status, _) && status >= 200 && status < 300;
    }

    default boolean gone() {
        return this instanceof Answered(int status, _) && status == GONE;
    }

    default Optional<Integer> statusCode() {
        return this instanceof Answered(int status, _) ? Optional.of(status) : Optional.empty();
    }

    default Optional<Duration> delay() {
        return this instanceof Answered(_, var retryAfter) ? retryAfter : Optional.empty();
    }

    default Optional<String> error() {
        return switch (this) {
            case Answered(int status, _) when success() -> Optional.empty();
            case Answered(int status, _) when status >= 300 && status < 400 ->
                    Optional.of(
                            "The receiver redirected (status "
                                    + status
                                    + "); redirects are not followed.");
            case Answered(int status, _) ->
                    Optional.of("The receiver answered with status " + status + ".");
            case NotAnswered(var reason) -> Optional.of(reason);
        };
    }
}
