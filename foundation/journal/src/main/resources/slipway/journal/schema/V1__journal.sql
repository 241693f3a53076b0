-- One row: where the journal stands. Every commit moves it, under the term of the server that writes; a commit whose
-- term is no longer the newest finds no row to move and is refused.
create table journal_head (
    id      ${key} primary key,
    writes  bigint not null, -- commits of the writer so far: tells after a lost answer whether the last one happened
    seq     bigint not null, -- of the newest event
    leaves  bigint not null, -- how many facts there are: the size of the Merkle tree
    term    bigint not null,
    at      bigint not null, -- of the newest event, microseconds since 1970
    clean   bigint not null  -- 1 after a stop in order
);
insert into journal_head (id, writes, seq, leaves, term, at, clean) values (1, 0, 0, 0, 0, 0, 1);

-- The body is the exact text that is hashed. A prune empties it and keeps its hash, so the leaf can still be computed.
create table journal_fact (
    seq       ${key} primary key,
    leaf      bigint not null, -- position in the Merkle tree, without gaps
    at        bigint not null,
    kind      text not null,
    version   bigint not null,
    actor     text not null,
    via       text not null,
    request   text not null,
    team      text,
    subject   text not null,
    body      text,
    body_hash ${bytes},
    hash      ${bytes} not null
);
create index journal_fact_subject on journal_fact (subject, seq);

create table journal_tick (
    seq       ${key} primary key,
    at        bigint not null,
    kind      text not null,
    version   bigint not null,
    actor     text not null,
    via       text not null,
    request   text not null,
    team      text,
    subject   text not null,
    body      text not null
);

-- What was answered to a request with an idempotency key, in the same commit as what it did.
create table journal_answer (
    name        text primary key,
    fingerprint text not null,
    answer      text not null,
    seq         bigint not null,
    at          bigint not null
);
create index journal_answer_at on journal_answer (at);

create table journal_cursor (
    reader text primary key,
    seq    bigint not null,
    at     bigint not null
);
