create table ledger_account (
    name  text primary key,
    units bigint not null,
    since bigint not null
);
