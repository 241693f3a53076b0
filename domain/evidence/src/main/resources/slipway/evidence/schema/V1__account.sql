-- What was expected of workloads, what came of them, and what was measured. Times are microseconds since 1970. The id is that of
-- the workload; the body is a JSON document of the room that plans.

-- As it was when the workload began.
create table account_forecast (
    id      text primary key,
    at      bigint not null,
    by_whom text not null,
    team    text not null,
    body    text not null
);

-- Estimate and reality of a workload that has ended.
create table account_outcome (
    id      text primary key,
    at      bigint not null,
    by_whom text not null,
    team    text not null,
    body    text not null
);

-- What a machine was measured to do.
create table account_measurement (
    id      text primary key,
    at      bigint not null,
    by_whom text not null,
    team    text not null,
    body    text not null
);

-- What a pilot found, and the plan that follows.
create table account_pilot (
    id      text primary key,
    at      bigint not null,
    by_whom text not null,
    team    text not null,
    body    text not null
);

-- Corrections of estimates by what was seen here, in the order in which they were applied.
create table account_calibration (
    number    bigint primary key,
    at        bigint not null,
    by_whom   text not null,
    says      text not null,
    body      text not null,
    undone    bigint,
    undone_by text
);
