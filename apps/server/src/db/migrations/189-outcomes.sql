-- Twins: stocks that a pick is compared with, drawn from what was known on its issue's day. `twins` holds stock codes
-- with buy points. A draw is never repeated.
create table pick_twins (
  exchange text not null references market,
  issue_date date not null,
  stock_code text not null,
  seed text not null,
  twins jsonb not null,
  drawn_at timestamptz not null default product_now(),
  primary key (exchange, issue_date, stock_code)
);

-- The outcome of a pick with a buy point. Prices are in shares of the issue's day; returns are fractions. `net_worst`
-- and `net_best` differ in the assumed order of prices on the day of entry. `repeats` is an earlier issue whose pick of
-- the stock was still open; such a row has no figures. For an expired pick `exit_date` is the last day it waited.
-- Twins' figures are means of those that were filled; `twins_open` is how many can still change.
create table pick_outcome (
  exchange text not null references market,
  issue_date date not null,
  stock_code text not null,
  track text not null check (track in ('method', 'published', 'vetoed')),
  pattern text not null,
  buy_point double precision not null,
  repeats date,
  state text not null check (state in ('waiting', 'filled', 'stop', 'target', 'time', 'expired', 'gone', 'repeated')),
  entry_date date,
  entry double precision,
  exit_date date,
  exit double precision,
  net_worst double precision,
  net_best double precision,
  market_return double precision,
  twins smallint not null default 0,
  twins_open smallint not null default 0,
  twin_worst double precision,
  twin_best double precision,
  as_at date not null,
  primary key (exchange, issue_date, stock_code, track)
);
create index on pick_outcome (exchange, track, issue_date);
