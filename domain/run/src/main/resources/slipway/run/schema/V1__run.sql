-- The workloads that have not ended. Times are microseconds since 1970, lengths microseconds.
create table run_workload (
    id        text primary key,
    team      text not null,
    name      text not null,
    owner     text not null,   -- who submitted it
    submitted bigint not null,
    spec      text not null,   -- frozen, as JSON
    state     text not null,
    since     bigint not null, -- in this state
    due       bigint,          -- queued: not before; stopping: by when
    placement text,            -- JSON
    target    text,            -- where it goes on when it has stopped, JSON
    ending    text,            -- what follows when it has stopped; or how it ended
    exit_code bigint,
    because   text not null,
    attempts  bigint not null, -- so many were begun
    failures  bigint not null, -- of them, failed by themselves
    preempted bigint not null, -- of them, had to give way
    done      bigint not null, -- work that checkpoints of earlier attempts keep
    rank      bigint not null, -- its place among its team's own, set by hand; 0: none
    begun     bigint,          -- since then the newest attempt holds its place
    saved     bigint,          -- its newest verified checkpoint was made then
    metered   bigint,          -- its usage is written down up to here, and of its counters so much:
    cpu       bigint not null,
    storage   bigint not null,
    network   bigint not null,
    array_of  text,            -- the array it is a member of
    member    bigint,          -- its number there
    needs     text not null,   -- what must have succeeded before, JSON
    excluded  text not null    -- nodes that it is kept away from, JSON
);

-- Those that have ended, in the same shape.
create table run_past (
    id        text primary key,
    team      text not null,
    name      text not null,
    owner     text not null,
    submitted bigint not null,
    spec      text not null,
    state     text not null,
    since     bigint not null,
    due       bigint,
    placement text,
    target    text,
    ending    text,
    exit_code bigint,
    because   text not null,
    attempts  bigint not null,
    failures  bigint not null,
    preempted bigint not null,
    done      bigint not null,
    rank      bigint not null,
    begun     bigint,
    saved     bigint,
    metered   bigint,
    cpu       bigint not null,
    storage   bigint not null,
    network   bigint not null,
    array_of  text,
    member    bigint,
    needs     text not null,
    excluded  text not null
);

-- Nodes that get nothing new, by order of a person.
create table run_drain (
    node    text primary key,
    because text not null,
    by_whom text not null,
    since   bigint not null
);
