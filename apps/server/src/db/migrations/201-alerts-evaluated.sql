-- The newest day of data known when the alert was set, changed or resumed; nothing up to it fires the alert.
alter table alert add column known_to date;

-- How far a topic has been evaluated; older data fire nothing. `published_at` is the last evaluated publication.
create table alert_evaluated (
  topic text primary key,
  published_at timestamptz,
  upto jsonb not null default '{}'
);

-- The newest evaluated bar of a stock.
create table alert_bar_seen (
  exchange text not null references market,
  stock_code text not null,
  date date not null,
  primary key (exchange, stock_code)
);
