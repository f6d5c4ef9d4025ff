-- How many of a market's stocks rose, fell and so on, on a trading day, counted from their prices.
create table breadth (
  exchange text not null check (exchange in ('HKEX', 'US', 'JP', 'CN', 'TW')),
  date date not null,
  stocks integer not null,
  up integer not null,
  down integer not null,
  no_change integer not null,
  on_ten_week_ma integer not null,
  under_ten_week_ma integer not null,
  on_forty_week_ma integer not null,
  under_forty_week_ma integer not null,
  fifty_two_week_high integer not null,
  fifty_two_week_low integer not null,
  primary key (exchange, date)
);

-- The same figures as uploaded in a file, which take precedence over counted ones. Null: not in the file. `issue_date`
-- identifies the upload; if several have a day, the one loaded last applies.
create table uploaded_breadth (
  exchange text not null check (exchange in ('HKEX', 'US', 'JP', 'CN', 'TW')),
  issue_date date not null,
  date date not null,
  up integer,
  down integer,
  no_change integer,
  on_ten_week_ma integer,
  under_ten_week_ma integer,
  on_forty_week_ma integer,
  under_forty_week_ma integer,
  fifty_two_week_high integer,
  fifty_two_week_low integer,
  loaded_at timestamptz not null default now(),
  primary key (exchange, issue_date, date)
);

-- Markets whose prices changed, from which day on, until their breadth has been counted again.
create table breadth_due (
  exchange text primary key check (exchange in ('HKEX', 'US', 'JP', 'CN', 'TW')),
  from_date date not null
);
insert into breadth_due (exchange, from_date)
  select exchange, '1970-01-01' from unnest(array['HKEX', 'US', 'JP', 'CN', 'TW']) exchange
  where exists (select from bar where bar.exchange = exchange.exchange);
