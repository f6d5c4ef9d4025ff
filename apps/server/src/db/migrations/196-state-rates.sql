-- What followed each state that the published rules give a market's index, compared with what followed all weeks. A
-- later count replaces this one.
create table state_rates (
  exchange text primary key references market,
  rates jsonb not null,
  seed text not null,
  made_at timestamptz not null default product_now()
);
