/**
 * How fast guard says who may, and how long a check of the whole audit log and one proof take.
 *
 * <p>Words: a <em>populace</em> is a company's worth of people, teams and tokens.
 *
 * <p>Front doors: {@link slipway.bench.identity.AuthorizationBench} and {@link slipway.bench.identity.AuditBench}.
 *
 * <p>Invariant: what is checked was written through the journal, as the server writes it.
 */
@NullMarked
package slipway.bench.identity;

import org.jspecify.annotations.NullMarked;
