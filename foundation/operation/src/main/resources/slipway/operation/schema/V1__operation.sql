-- Long work of the server. Times are microseconds since 1970; the detail is a JSON document with the result or the problem.
create table operation_operation (
    id          text primary key,
    type        text not null,
    target      text not null,
    author      text not null,
    created_at  bigint not null,
    state       text not null,
    state_since bigint not null,
    detail      text not null
);
