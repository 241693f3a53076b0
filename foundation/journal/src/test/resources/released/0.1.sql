-- A journal as version 0.1 left it: a fact whose body was pruned, a fact with a team, a tick, the prune itself, an answer,
-- and two cursors. Never changed: every later version must read it. ${key}, ${bytes} and ${hex:...} are spelled as the
-- database wants them; statements end with a semicolon at the end of a line.
create table journal_history (
    installed_rank int not null primary key,
    version varchar(50),
    description varchar(200) not null,
    type varchar(20) not null,
    script varchar(1000) not null,
    checksum int,
    installed_by varchar(100) not null,
    installed_on timestamp not null default current_timestamp,
    execution_time int not null,
    success boolean not null
);
insert into journal_history values
    (1, '1', 'journal', 'SQL', 'V1__journal.sql', 1838568525, '', '2026-11-15 07:13:22.741', 14, true);

create table journal_head (
    id      ${key} primary key,
    writes  bigint not null,
    seq     bigint not null,
    leaves  bigint not null,
    term    bigint not null,
    at      bigint not null,
    clean   bigint not null
);
insert into journal_head (id, writes, seq, leaves, term, at, clean) values (1, 4, 4, 3, 1, 1790518800500000, 1);

create table journal_fact (
    seq       ${key} primary key,
    leaf      bigint not null,
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
insert into journal_fact values
    (1, 0, 1789654800500000, 'note-written', 1, 'ana', 'cli', 'r-1', null, 'note', null,
     ${hex:B24983E87A705CFF25A8AA7ED010E911C5A003620EB2EA9C8FA77733D92AC446},
     ${hex:6CE1AF381E658D89EB2F8D6C141E45E5D3492A6B7111FE5428F2E81D5705F4D3});
insert into journal_fact values
    (2, 1, 1790518800500000, 'note-written', 1, 'ana', 'cli', 'r-1', 'vision', 'note',
     '{"text":"ünïcode 🚢 ''quoted''"}', null,
     ${hex:CB89D1C5A5C20672B0585BFFBC9A86C59135844C963AE4F58FCE53EEA16164CE});
insert into journal_fact values
    (4, 2, 1790518800500000, 'history-pruned', 1, 'system/journal', 'system', '', null, 'journal',
     '{"before":2,"bodies":1}', null,
     ${hex:D828F2D25F0BBD73CC2D77F6EE80F1B16A612ED4CF7209C61BB124BC0A69935F});

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
insert into journal_tick values
    (3, 1790518800500000, 'usage', 1, 'ana', 'cli', 'r-1', null, 'gpu-0', '{"busy":7}');

create table journal_answer (
    name        text primary key,
    fingerprint text not null,
    answer      text not null,
    seq         bigint not null,
    at          bigint not null
);
create index journal_answer_at on journal_answer (at);
insert into journal_answer values ('ana/k2', '11507a0e2f5e69d5dfa40a62a1bd7b6e', '{"n":2}', 3, 1790518800500000);

create table journal_cursor (
    reader text primary key,
    seq    bigint not null,
    at     bigint not null
);
insert into journal_cursor values ('journal-prune', 1, 1790518800500000);
insert into journal_cursor values ('webhooks', 2, 1790518800500000);
