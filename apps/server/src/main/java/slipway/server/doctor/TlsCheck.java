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

/** The certificate, where the server speaks TLS: that it belongs to its key, and how long it is valid. */
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
    public List<CheckResult> look(DoctorContext doctorContext) {
        Config config = doctorContext.config();
        if (!config.encrypted()) {
            return List.of();
        }
        Optional<X509Certificate> shown = TlsSetup.certificate(config);
        return List.of(
                shown.map(certificate -> valid(certificate, config, doctorContext.now()))
                        .orElseGet(() -> ok("TLS certificate is made at the first start")));
    }

    private CheckResult valid(X509Certificate certificate, Config config, Instant now) {
        TimeFormat timeFormat = Format.times(now, ZoneOffset.UTC);
        Instant until = certificate.getNotAfter().toInstant();
        Instant from = certificate.getNotBefore().toInstant();
        String fix =
                config.tlsGenerated()
                        ? "stop the server, remove tls.p12 from the data directory, and start it again"
                        : "renew it, put it in place of the old one, and start the server again";
        if (now.isAfter(until)) {
            return fail("it ended " + timeFormat.exact(until), fix);
        }
        if (now.isBefore(from)) {
            return fail(
                    "it is valid only from " + timeFormat.exact(from), "set the clock, or " + fix);
        }
        return until.isBefore(now.plus(SOON))
                ? warn(
                        "it ends " + timeFormat.exact(until) + ", " + timeFormat.relative(until),
                        fix)
                : ok("TLS certificate valid until " + timeFormat.time(until));
    }
}
