package slipway.surface.api.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import slipway.base.Problem;
import slipway.surface.api.ApiConventions;
import slipway.surface.api.ProblemBody;

/** What came back, as long as nobody knows yet what it means. */
record ApiResponse(URI asked, int status, HttpHeaders headers, StreamedBody arrivals)
        implements AutoCloseable {

    /** Far more than a page of a thousand items; what sends more would fill the memory. */
    private static final int MOST = 32 * 1024 * 1024;

    private static final Set<Integer> PASSING = Set.of(429, 502, 503, 504);

    static ApiResponse of(HttpResponse<StreamedBody> response) {
        return new ApiResponse(
                response.uri(), response.statusCode(), response.headers(), response.body());
    }

    boolean isGood() {
        return status / 100 == 2;
    }

    boolean isOf(String type) {
        String given = type().toLowerCase(Locale.ROOT);
        return given.equals(type) || given.startsWith(type + ";");
    }

    private String type() {
        return headers.firstValue("Content-Type").orElse("").strip();
    }

    /** Everything it says. */
    byte[] whole(CallDeadline callDeadline)
            throws IOException, InterruptedException, TimeoutException {
        var body = new ByteArrayOutputStream();
        for (Optional<byte[]> piece = arrivals.take(callDeadline.left());
                piece.isPresent();
                piece = arrivals.take(callDeadline.left())) {
            body.writeBytes(piece.get());
            if (body.size() > MOST) {
                throw ClientProblems.notUnderstood(
                        asked, "sends more than %d MiB in one answer".formatted(MOST >> 20));
            }
        }
        return body.toByteArray();
    }

    /** What went wrong; what may pass can be tried again. */
    RuntimeException trouble(byte[] body, Instant now) {
        Problem problem = problem(body);
        return PASSING.contains(status) ? new TransientFailure(problem, notBefore(now)) : problem;
    }

    private Problem problem(byte[] body) {
        if (status / 100 == 3) {
            return ClientProblems.sentElsewhere(
                    asked, headers.firstValue("Location").orElse("another place"));
        }
        if (isOf(ApiConventions.PROBLEM)) {
            try {
                return ProblemBody.FORM.readAnswer(body).problem();
            } catch (Problem unreadable) {
                return strange().causedBy(unreadable);
            }
        }
        return strange();
    }

    /** An answer that is none of ours: a proxy's page, another program's greeting. */
    Problem strange() {
        String with = type().isEmpty() ? "" : " with " + ClientProblems.shown(type());
        return ClientProblems.notUnderstood(asked, "answered " + status + with);
    }

    /** Retry-After: seconds, or a time. */
    private Duration notBefore(Instant now) {
        String asked = headers.firstValue("Retry-After").orElse("0").strip();
        if (asked.matches("[0-9]{1,9}")) {
            return Duration.ofSeconds(Long.parseLong(asked));
        }
        try {
            Instant then =
                    ZonedDateTime.parse(asked, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
            return then.isAfter(now) ? Duration.between(now, then) : Duration.ZERO;
        } catch (DateTimeException neither) {
            return Duration.ZERO;
        }
    }

    @Override
    public void close() {
        arrivals.close();
    }
}
