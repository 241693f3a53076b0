-- What the owner was warned of: the step at which the newest attempt got stuck last; since when it holds accelerators idle.
alter table run_workload add column hung bigint;
alter table run_workload add column idle bigint;
alter table run_past add column hung bigint;
alter table run_past add column idle bigint;
