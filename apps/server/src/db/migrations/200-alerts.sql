-- An alert that a user set. `value` is a price as traded on `value_on`, a percentage or a multiple.
create table alert (
  alert_id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null,
  exchange text not null references market,
  stock_code text,
  value double precision check (value > 0),
  value_on date not null,
  paused boolean not null default false,
  created_at timestamptz not null default product_now(),
  changed_at timestamptz not null default product_now()
);
create index alert_of_user on alert (user_id, alert_id);
create index alert_of_stock on alert (exchange, kind, stock_code) where not paused;

-- An alert fires once for each event: `seen` is a bar's day, a half hour, or a publication.
create table alert_firing (
  alert_id bigint not null references alert on delete cascade,
  stock_code text not null default '',
  seen text not null,
  at timestamptz not null default product_now(),
  bar jsonb,
  primary key (alert_id, stock_code, seen)
);

-- A notification in a user's inbox, whichever channels it also goes to. `source` identifies what it reports, so that it
-- is reported once. `handed_at`: when it was queued for the user's chosen channels.
create table inbox_item (
  item_id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null,
  source text not null,
  exchange text,
  stock_code text,
  facts jsonb not null default '{}',
  link text not null default '',
  at timestamptz not null default product_now(),
  read_at timestamptz,
  handed_at timestamptz,
  unique (user_id, source)
);
create index inbox_item_of_user on inbox_item (user_id, at desc);
create index inbox_item_to_hand on inbox_item (item_id) where handed_at is null;

create table message_read (
  user_id bigint not null references users on delete cascade,
  message_id bigint not null,
  at timestamptz not null default product_now(),
  primary key (user_id, message_id)
);
