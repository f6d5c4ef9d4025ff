-- A price move that may be an error or an unreported split. The bar is stored and shown, but marked until it is
-- released; until then the stock is left out of breadth from that day on, or on that day only if the following bars
-- reversed the move (`is_spike`). `released_as`: staff confirmed it, recorded it as a corporate action, or the next two
-- bars confirmed it.
create table unconfirmed_bar (
  exchange text not null references market,
  stock_code text not null,
  date date not null,
  previous_close double precision not null,
  close double precision not null,
  is_spike boolean not null default false,
  found_at timestamptz not null default product_now(),
  released_at timestamptz,
  released_as text check (released_as in ('looked-at', 'action', 'stayed')),
  released_by text,
  primary key (exchange, stock_code, date),
  check ((released_at is null) = (released_as is null))
);
create index unconfirmed_bar_open on unconfirmed_bar (exchange, date) where released_at is null;

-- A day with fewer stocks than expected; `stocks_before` is the previous day's number. Its breadth is not counted until
-- the rest arrives, which deletes the row, or staff release it.
create table held_day (
  exchange text not null references market,
  date date not null,
  stocks integer not null,
  stocks_before integer not null,
  found_at timestamptz not null default product_now(),
  released_at timestamptz,
  released_by text,
  primary key (exchange, date)
);
