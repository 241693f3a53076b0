-- A cursor keeps only events of the streams that its reader follows; '' if an older version wrote it. A retired one
-- keeps none, and its reader does not start again.
alter table journal_cursor add column streams text not null default '';
alter table journal_cursor add column retired bigint not null default 0;
