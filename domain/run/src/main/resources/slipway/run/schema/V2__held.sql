-- What a workload has held so far, by type, as its usage was written down: JSON, thousandths of one times milliseconds.
alter table run_workload add column held text not null default '{}';
alter table run_past add column held text not null default '{}';
