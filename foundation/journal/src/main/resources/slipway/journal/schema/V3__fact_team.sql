-- The history of a team. That of a subject has an index since the first version.
create index journal_fact_team on journal_fact (team, seq) where team is not null;
