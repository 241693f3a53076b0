-- The tables get the name of their module. The history table keeps its name (see ModuleSchema).
alter table guard_team rename to identity_team;
alter table guard_user rename to identity_user;
alter table guard_grant rename to identity_grant;
alter table guard_token rename to identity_token;
alter table guard_use rename to identity_token_use;
alter table guard_secret rename to identity_secret;
alter table guard_mark rename to identity_property;
