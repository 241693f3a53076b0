/**
 * Speed of authorization, of a check of the whole audit log, and of one proof.
 *
 * <p>Terms: a <em>synthetic organization</em> has the users, teams and tokens of a large company.
 *
 * <p>Entry points: {@link slipway.bench.identity.AuthorizationBench} and {@link slipway.bench.identity.AuditBench}.
 *
 * <p>Invariant: the checked data was written through the journal, as the server writes it.
 */
@NullMarked
package slipway.bench.identity;

import org.jspecify.annotations.NullMarked;
