-- The newest day of what it looks at that was known when the alert was set, changed or resumed: fires for none of those.
alter table alert add column known_to date;

-- How far a topic was looked at: what is older fires nothing. `published_at`: the publish that was looked at last.
create table alert_evaluated (
  topic text primary key,
  published_at timestamptz,
  upto jsonb not null default '{}'
);

-- The newest bar of a stock that was looked at.
create table alert_bar_seen (
  exchange text not null references market,
  stock_code text not null,
  date date not null,
  primary key (exchange, stock_code)
);
