-- A market's lists of the weeks before its first issue, as today's method makes them of what was known on each day. They
-- were not published at the time, and nothing of the record is counted from them. `made_on` is null while weeks are
-- missing; `times` is how often it was made; `gone` how many stocks have left since `from_date` as far as anybody told;
-- `history_from` since when bars that were replaced are kept.
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

-- One row a week. `eligible` is 0 where nothing could be made: no prices, or no stock with enough of a past.
create table reconstructed_issue (
  exchange text not null references reconstruction on delete cascade,
  issue_date date not null,
  inputs_hash text not null,
  eligible integer not null,
  primary key (exchange, issue_date)
);

-- Its picks with a buy point, the twins that the rule draws for them, and what became of both, as in pick_outcome; `state`
-- is null until they are followed.
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
