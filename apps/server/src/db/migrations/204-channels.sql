-- The channels that a user chose for a kind of notification; a kind without a row stays in the inbox.
create table channel_choice (
  user_id bigint not null references users on delete cascade,
  kind text not null,
  mail text not null check (mail in ('off', 'now', 'daily')),
  push boolean not null,
  primary key (user_id, kind)
);

-- `no_daily`: the user unsubscribed from the daily e-mail by its link. `refused_email`: the address whose mail server
-- permanently rejected an e-mail, in lower case; nothing optional is sent there.
create table channel_setting (
  user_id bigint primary key references users on delete cascade,
  quiet_zone text,
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_until smallint check (quiet_until between 0 and 1439),
  weekly boolean not null default false,
  push_names_prices boolean not null default false,
  no_daily boolean not null default false,
  refused_email text,
  refused_at timestamptz,
  check (num_nulls(quiet_zone, quiet_from, quiet_until) in (0, 3))
);

-- A browser's push subscription; deleted with the session that made it. `key_id`: the server key it was made for.
create table push_subscription (
  subscription_id bigint generated always as identity primary key,
  user_id bigint not null,
  session_id uuid not null,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  key_id text not null,
  made_at timestamptz not null default product_now(),
  wait_until timestamptz,
  foreign key (user_id, session_id) references session on delete cascade
);
create index push_subscription_of_session on push_subscription (user_id, session_id);

create function end_push_subscriptions() returns trigger language plpgsql as $$
begin
  delete from push_subscription where user_id = new.user_id;
  return null;
end $$;
create trigger user_blocked_ends_push after update of blocked_at on users for each row
  when (new.blocked_at is not null) execute function end_push_subscriptions();

-- Outgoing messages: an inbox item by e-mail or push, a market's daily e-mail, or the weekly one.
create table dispatch (
  dispatch_id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  how text not null check (how in ('mail', 'push', 'daily', 'weekly')),
  kind text not null,
  item_id bigint references inbox_item on delete cascade,
  subscription_id bigint references push_subscription on delete cascade,
  exchange text,
  week date,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped', 'failed')),
  made_at timestamptz not null default product_now(),
  try_at timestamptz not null,
  attempts integer not null default 0,
  error text,
  settled_at timestamptz,
  check ((item_id is not null) = (how in ('mail', 'push'))),
  check ((subscription_id is not null) = (how = 'push')),
  check ((exchange is not null) = (how = 'daily')),
  check ((week is not null) = (how = 'weekly'))
);
create unique index dispatch_of_item on dispatch (item_id, how, subscription_id) nulls not distinct
  where item_id is not null;
create unique index dispatch_next_daily on dispatch (user_id, exchange) where how = 'daily' and state = 'waiting';
create unique index dispatch_of_week on dispatch (user_id, week) where how = 'weekly';
-- One index per lane, in the order in which the lane sends.
create index dispatch_mail_waiting on dispatch (try_at, dispatch_id) where state = 'waiting' and how <> 'push';
create index dispatch_push_waiting on dispatch (try_at, dispatch_id) where state = 'waiting' and how = 'push';
create index dispatch_of_user on dispatch (user_id, made_at);
create index dispatch_to on dispatch (subscription_id) where subscription_id is not null;

-- The items of a daily e-mail; without a dispatch an item goes into the market's next one.
create table daily_item (
  item_id bigint primary key references inbox_item on delete cascade,
  user_id bigint not null references users on delete cascade,
  exchange text not null,
  dispatch_id bigint references dispatch on delete cascade
);
create index daily_item_of on daily_item (user_id, exchange) where dispatch_id is null;
create index daily_item_in on daily_item (dispatch_id) where dispatch_id is not null;

-- The end of the quiet hours that contain `at`; null outside of them.
create function quiet_until(zone text, quiet_from integer, quiet_until integer, at timestamptz) returns timestamptz
  language sql stable as $$
  select case
    when zone is null then null
    when case when quiet_from < quiet_until then clock.minute >= quiet_from and clock.minute < quiet_until
           else clock.minute >= quiet_from or clock.minute < quiet_until end
    then (clock.day + case when clock.minute < quiet_until then 0 else 1 end + make_interval(mins => quiet_until)) at time zone zone
  end
  from (select (at at time zone zone)::date as day,
    (extract(hour from at at time zone zone) * 60 + extract(minute from at at time zone zone))::integer as minute) clock
$$;
