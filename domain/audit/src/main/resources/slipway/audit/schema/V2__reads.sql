-- Reads of what is marked for it: one row for each reader, object and hour. It is no part of the Merkle tree.
create table audit_read (
    id       text primary key, -- the hour since 1970, eight digits, and a hash of reader and object
    actor    text   not null,  -- who read, or for whom it was delivered
    via      text   not null,  -- how: the channel of a request, or run for the delivery to an attempt
    requests text   not null,  -- the first ids of requests or attempts, with spaces between
    first_at bigint not null,
    last_at  bigint not null,
    type     text   not null,  -- of the object: secret
    object   text   not null,  -- its name
    team     text   not null,  -- its team
    reads    bigint not null,
    bytes    bigint not null
);
