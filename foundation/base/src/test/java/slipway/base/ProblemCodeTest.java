package slipway.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class ProblemCodeTest {

    private static ProblemCode code(ProblemKind kind, int status) {
        return new ProblemCode(kind, "some-code", status, "Something.");
    }

    @Test
    void only_a_rate_is_answered_with_429() {
        assertEquals(429, ProblemCode.of(ProblemKind.RATE, "some-code", "Something.").status());
        assertThrows(IllegalArgumentException.class, () -> code(ProblemKind.NO_CAPACITY, 429));
        assertThrows(IllegalArgumentException.class, () -> code(ProblemKind.RATE, 503));
    }

    @Test
    void a_request_that_can_never_fit_is_422_and_one_that_cannot_now_may_be_409() {
        assertEquals(
                422, ProblemCode.of(ProblemKind.NO_CAPACITY, "some-code", "Something.").status());
        assertEquals(409, code(ProblemKind.NO_CAPACITY, 409).status());
        assertEquals(5, ProblemKind.NO_CAPACITY.exitCode());
    }
}
