-- The tree of teams. The root is the team all, the only one without a parent.
create table guard_team (
    id      text primary key,
    parent  text,
    title   text not null,
    made    bigint not null -- microseconds since 1970, as every time here
);

-- Persons, and the service accounts of teams.
create table guard_user (
    id       text primary key,
    team     text,          -- whose service account it is; a person has none
    name     text not null,
    email    text,
    enabled  bigint not null,
    identity text,          -- issuer and subject at the single sign-on, as JSON
    made     bigint not null
);

-- What a user is in a team: by hand, and as single sign-on says. At least one of them.
create table guard_grant (
    holder  text not null,
    team    text not null,
    given   text,
    sign_on text,
    primary key (holder, team)
);

-- Tokens and sessions. The text is nowhere; the hash is its HMAC under the server key, in hex.
create table guard_token (
    id        text primary key,
    kind      text not null,
    owner     text not null,
    label     text not null,
    scope     text not null, -- JSON
    made      bigint not null,
    made_with text,          -- the token that was shown when this one was made
    expires   bigint,
    revoked   bigint,
    hash      text not null
);

-- When a token was last used, and from where; behind by at most a minute.
create table guard_use (
    token   text primary key,
    at      bigint not null,
    source  text not null
);

-- Secrets, sealed with a key that follows from the server key.
create table guard_secret (
    team    text not null,
    name    text not null,
    sealed  text not null,
    set_by  text not null,
    at      bigint not null,
    primary key (team, name)
);

-- What the room remembers of itself: the fingerprint of its server key, and that the first admin was shown the token.
create table guard_mark (
    name    text primary key,
    value   text not null,
    at      bigint not null
);
