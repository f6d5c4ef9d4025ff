-- A market's board as of the end of a past week, computed when it is first asked for. `date`: the day of its prices; null
-- if the week has none. `stocks`: a row for each stock, as gzipped JSON. `figures`: the names of the figures in it.
create table past_board (
  exchange text not null references market,
  week date not null,
  date date,
  figures text not null,
  stocks bytea not null,
  made_at timestamptz not null default product_now(),
  primary key (exchange, week)
);
