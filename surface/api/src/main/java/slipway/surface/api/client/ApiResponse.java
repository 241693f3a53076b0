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

/** An HTTP response before it is decoded. */
record ApiResponse(URI url, int status, HttpHeaders headers, StreamedBody body)
        implements AutoCloseable {

    /** Much more than a page of a thousand items; a larger answer could exhaust the memory. */
    private static final int MAX_BYTES = 32 * 1024 * 1024;

    private static final Set<Integer> TRANSIENT = Set.of(429, 502, 503, 504);

    static ApiResponse of(HttpResponse<StreamedBody> response) {
        return new ApiResponse(
                response.uri(), response.statusCode(), response.headers(), response.body());
    }

    boolean isSuccess() {
        return status / 100 == 2;
    }

    boolean hasType(String type) {
        String given = type().toLowerCase(Locale.ROOT);
        return given.equals(type) || given.startsWith(type + ";");
    }

    private String type() {
        return headers.firstValue("Content-Type").orElse("").strip();
    }

    /** The whole body. */
    byte[] readAll(CallDeadline deadline)
            throws IOException, InterruptedException, TimeoutException {
        var body = new ByteArrayOutputStream();
        for (Optional<byte[]> part = this.body.take(deadline.remaining());
                part.isPresent();
                part = this.body.take(deadline.remaining())) {
            body.writeBytes(part.get());
            if (body.size() > MAX_BYTES) {
                throw ClientProblems.notUnderstood(
                        url, "sends more than %d MiB in one answer".formatted(MAX_BYTES >> 20));
            }
        }
        return body.toByteArray();
    }

    /** The failure that the response reports; a transient one can be retried. */
    RuntimeException failure(byte[] body, Instant now) {
        Problem problem = problem(body);
        return TRANSIENT.contains(status)
                ? new TransientFailure(problem, retryAfter(now))
                : problem;
    }

    private Problem problem(byte[] body) {
        if (status / 100 == 3) {
            return ClientProblems.redirected(
                    url, headers.firstValue("Location").orElse("another address"));
        }
        if (hasType(ApiConventions.PROBLEM)) {
            try {
                return ProblemBody.CODEC.readAnswer(body).problem();
            } catch (Problem unreadable) {
                return unexpected().causedBy(unreadable);
            }
        }
        return unexpected();
    }

    /** The problem of an answer in another format, such as a proxy's error page. */
    Problem unexpected() {
        String with = type().isEmpty() ? "" : " with " + ClientProblems.escaped(type());
        return ClientProblems.notUnderstood(url, "answered " + status + with);
    }

    /** The wait of the Retry-After header: seconds or a time. */
    private Duration retryAfter(Instant now) {
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
