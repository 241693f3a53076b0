-- A complete subtree of 256 leaves of the Merkle tree over journal_fact. What is above is computed from these at the
-- start, what is below is read from the journal when a proof needs it.
create table audit_block (
    number    ${key} primary key, -- from 0: block n holds the leaves 256 n to 256 n + 255
    first_seq bigint not null,    -- of its first entry
    last_seq  bigint not null,    -- of its last
    hash      text not null       -- of the subtree, hexadecimal
);

-- Every signed head of the tree, as it was signed.
create table audit_seal (
    number ${key} primary key, -- from 1, without gaps
    size   bigint not null,    -- entries that it covers
    note   text not null       -- the signed text; everything else about the seal stands in it
);
