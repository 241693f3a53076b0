package slipway.bench.plan;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The fifth of the groups that was not used while the model was developed; chosen by their names alone. */
final class HeldOutGroups {

    private static final BigInteger ONE_OF = BigInteger.valueOf(5);

    private HeldOutGroups() {}

    static boolean isHeldOut(String group) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("MD5").digest(group.getBytes(StandardCharsets.UTF_8));
            return new BigInteger(1, digest).mod(ONE_OF).signum() == 0;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has MD5", e);
        }
    }
}
