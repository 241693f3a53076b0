-- The tables get the name of their module. The history table keeps its name (see ModuleSchema).
alter table account_forecast rename to evidence_forecast;
alter table account_outcome rename to evidence_outcome;
alter table account_measurement rename to evidence_measurement;
alter table account_pilot rename to evidence_pilot;
alter table account_calibration rename to evidence_calibration;
