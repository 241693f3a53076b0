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
record ApiResponse(URI url, int status, HttpHeaders headers, StreamedBody body)
        implements AutoCloseable {

    /** Far more than a page of a thousand items; what sends more would fill the memory. */
    private static final int MAX_BYTES = 32 * 1024 * 1024;

    private static final Set<Integer> TRANSIENT = Set.of(429, 502, 503, 504);

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
    byte[] readAll(CallDeadline callDeadline)
            throws IOException, InterruptedException, TimeoutException {
        var body = new ByteArrayOutputStream();
        for (Optional<byte[]> piece = this.body.take(callDeadline.remaining());
                piece.isPresent();
                piece = this.body.take(callDeadline.remaining())) {
            body.writeBytes(piece.get());
            if (body.size() > MAX_BYTES) {
                throw ClientProblems.notUnderstood(
                        url, "sends more than %d MiB in one answer".formatted(MAX_BYTES >> 20));
            }
        }
        return body.toByteArray();
    }

    /** What went wrong; what may pass can be tried again. */
    RuntimeException failure(byte[] body, Instant now) {
        Problem problem = problem(body);
        return TRANSIENT.contains(status) ? new TransientFailure(problem, notBefore(now)) : problem;
    }

    private Problem problem(byte[] body) {
        if (status / 100 == 3) {
            return ClientProblems.redirected(
                    url, headers.firstValue("Location").orElse("another place"));
        }
        if (isOf(ApiConventions.PROBLEM)) {
            try {
                return ProblemBody.CODEC.readAnswer(body).problem();
            } catch (Problem unreadable) {
                return unexpected().causedBy(unreadable);
            }
        }
        return unexpected();
    }

    /** An answer that is none of ours: a proxy's page, another program's greeting. */
    Problem unexpected() {
        String with = type().isEmpty() ? "" : " with " + ClientProblems.shown(type());
        return ClientProblems.notUnderstood(url, "answered " + status + with);
    }

    /** Retry-After: seconds, or a time. */
    private Duration notBefore(Instant now) {
        String value = headers.firstValue("Retry-After").orElse("0").strip();
        if (value.matches("[0-9]{1,9}")) {
            return Duration.ofSeconds(Long.parseLong(value));
        }
        try {
            Instant then =
                    ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
            return then.isAfter(now) ? Duration.between(now, then) : Duration.ZERO;
        } catch (DateTimeException neither) {
            return Duration.ZERO;
        }
    }

    @Override
    public void close() {
        body.close();
    }
}
