package slipway.server.platform;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import slipway.audit.AccessLog;
import slipway.base.TeamId;
import slipway.identity.AccessControl;
import slipway.run.attempt.SecretSource;

/** The secrets of teams, for their jobs. Each delivery to an attempt is a read in the access log. */
record LoggedSecrets(AccessControl accessControl, AccessLog accessLog) implements SecretSource {

    private static final String TYPE = "secret";
    private static final String VIA = "run";

    @Override
    public Optional<String> of(TeamId team, String name) {
        return accessControl
                .secret(team, name)
                .map(value -> new String(value, StandardCharsets.UTF_8));
    }

    @Override
    public void delivered(Delivery delivery) {
        var item = new AccessLog.Item(TYPE, delivery.team(), delivery.secret());
        accessLog.record(
                new AccessLog.Read(
                        delivery.owner(), VIA, delivery.attempt(), item, delivery.bytes()));
    }
}
