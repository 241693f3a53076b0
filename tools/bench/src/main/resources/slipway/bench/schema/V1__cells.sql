-- The live rows of the room that the benchmarks measure with.
create table bench_cell (
    name  text primary key,
    count bigint not null
);
