/**
 * The audit log: a Merkle tree over the facts of the journal, with signed heads. It proves that no entry was changed,
 * dropped, reordered, truncated or rewritten.
 *
 * <p>Terms: the facts of the journal are the <em>leaves</em> of a Merkle tree (RFC 6962, RFC 9162); an <em>entry</em>
 * is a fact as the audit log shows it. A <em>block</em> is a complete subtree of 256 leaves, stored as one row. A
 * <em>seal</em> is a signed head of the tree: a size, a root, a time, and the hash of the seal before it. An
 * <em>inclusion proof</em> leads from one entry to the root of a seal, a <em>consistency proof</em> from an older root
 * to a newer one; both are checked without a server. The <em>mirror</em> is a folder outside the server's control that
 * stores the seals too: a log that was rebuilt completely is consistent in itself, but not with the mirror.
 *
 * <p>Entry points: {@link slipway.audit.Audit} in a running server, {@link slipway.audit.AuditVerifier} on its data.
 *
 * <p>Invariant: a seal is signed only after a consistency proof from the previous seal.
 */
@NullMarked
package slipway.audit;

import org.jspecify.annotations.NullMarked;
