package slipway.server.doctor;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.server.config.Config;
import slipway.server.platform.TlsSetup;

/** The certificate of a server with TLS: it must match its key and be valid. */
final class TlsCheck implements DoctorCheck {

    private static final Duration SOON = Duration.ofDays(14);

    @Override
    public String name() {
        return "tls";
    }

    @Override
    public String title() {
        return "TLS certificate";
    }

    @Override
    public List<CheckResult> run(DoctorContext context) {
        Config config = context.config();
        if (!config.encrypted()) {
            return List.of();
        }
        Optional<X509Certificate> certificate = TlsSetup.certificate(config);
        return List.of(
                certificate
                        .map(found -> valid(found, config, context.now()))
                        .orElseGet(() -> ok("TLS certificate is created at the first start")));
    }

    private CheckResult valid(X509Certificate certificate, Config config, Instant now) {
        TimeFormat timeFormat = Format.times(now, ZoneOffset.UTC);
        Instant until = certificate.getNotAfter().toInstant();
        Instant from = certificate.getNotBefore().toInstant();
        String fix =
                config.tlsGenerated()
                        ? "stop the server, remove tls.p12 from the data directory, and start it"
                        : "renew it, replace the old file, and restart the server";
        if (now.isAfter(until)) {
            return fail("it expired " + timeFormat.exact(until), fix);
        }
        if (now.isBefore(from)) {
            return fail(
                    "it is valid only from " + timeFormat.exact(from), "set the clock, or " + fix);
        }
        return until.isBefore(now.plus(SOON))
                ? warn(
                        "it expires " + timeFormat.exact(until) + ", " + timeFormat.relative(until),
                        fix)
                : ok("TLS certificate valid until " + timeFormat.time(until));
    }
}
