-- Until when the owner of a workspace asked that it be kept, used or not.
alter table run_workload add column kept bigint;
alter table run_past add column kept bigint;
