-- The newest outcomes of a team.
create index evidence_outcome_team on evidence_outcome (team, id);
