-- A market's lists for the weeks before its first issue, as today's method makes them from what was known on each day.
-- They were not published then, and the record counts nothing from them. `made_on` is null while weeks are missing;
-- `times` is how often it was made; `gone` is how many stocks are known to have been delisted since `from_date`;
-- `history_from` is since when replaced bars are kept.
create table reconstruction (
  exchange text primary key references market,
  from_date date not null,
  before_date date not null check (before_date > from_date),
  method_id text not null,
  constants text not null,
  asked_at timestamptz not null,
  times integer not null default 1,
  made_on date,
  gone integer,
  history_from date
);

-- One row per week. `eligible` is 0 if no list could be made: no prices, or no stock with enough history.
create table reconstructed_issue (
  exchange text not null references reconstruction on delete cascade,
  issue_date date not null,
  inputs_hash text not null,
  eligible integer not null,
  primary key (exchange, issue_date)
);

-- The picks of a reconstructed issue that have a buy point, their twins, and the outcome of both, as in pick_outcome;
-- `state` is null until they have been followed.
create table reconstructed_pick (
  exchange text not null,
  issue_date date not null,
  stock_code text not null,
  pattern text not null,
  buy_point double precision not null,
  seed text not null,
  twins jsonb not null,
  repeats date,
  state text check (state in ('waiting', 'filled', 'stop', 'target', 'time', 'expired', 'gone', 'repeated')),
  entry_date date,
  entry double precision,
  exit_date date,
  exit double precision,
  net_worst double precision,
  net_best double precision,
  market_return double precision,
  twins_filled smallint not null default 0,
  twins_open smallint not null default 0,
  twin_worst double precision,
  twin_best double precision,
  primary key (exchange, issue_date, stock_code),
  foreign key (exchange, issue_date) references reconstructed_issue on delete cascade
);
