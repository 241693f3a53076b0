package slipway.audit;

import slipway.journal.table.Table;

/** The tables of the audit log: blocks of the Merkle tree, seals, and the access log. */
final class AuditTables {

    static final Table<MerkleBlock> BLOCKS = Table.of("audit_block", MerkleBlock.class, "number");
    static final Table<ReadEntry> READS = Table.of("audit_read", ReadEntry.class, "id");
    static final Table<SealRow> SEALS = Table.of("audit_seal", SealRow.class, "number");

    private AuditTables() {}

    /** A seal with its signed text. */
    record SealRow(long number, long size, String note) {

        static SealRow of(Seal seal) {
            return new SealRow(seal.number(), seal.size(), seal.text());
        }
    }
}
