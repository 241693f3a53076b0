-- Webhooks, and what is delivered to them. Times are microseconds since 1970. Secrets are encrypted with the server key.

create table notify_webhook (
    id       text primary key,
    team     text not null,
    target   text not null,
    enabled  bigint not null,
    health   text not null,
    keys     text not null,
    created  text not null
);

-- The key is the webhook's id and the delivery's id without their prefixes: the deliveries of a webhook are in order.
create table notify_delivery (
    key        text primary key,
    message    text not null,
    status     text not null,
    attempts   bigint not null,
    next_at    bigint,
    last       text
);
