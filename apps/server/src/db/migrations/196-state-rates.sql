-- What followed the states that the published rules give a market's index, beside what followed all weeks. A later count
-- takes the place of the one before.
create table state_rates (
  exchange text primary key references market,
  rates jsonb not null,
  seed text not null,
  made_at timestamptz not null default product_now()
);
