-- When the last single sign-on of a person expires. A browser session that was opened by it lasted twelve hours.
alter table identity_user add column signed_on_until bigint;
update identity_user set signed_on_until =
    (select max(expires) from identity_token
        where owner = identity_user.id and kind = 'SESSION' and made_with is null)
    where identity is not null;

-- The token of the first admin never expired. An unused one now lasts a day, a used one as long as any other token.
update identity_token set expires = made + 86400000000
    where kind = 'ADMIN' and expires is null and id not in (select token from identity_token_use);
update identity_token set expires = made + 31622400000000
    where kind = 'ADMIN' and expires is null;
