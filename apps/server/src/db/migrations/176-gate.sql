-- A move that may be a mistake or a split that nobody told: the bar is kept and shown, and marked until it is released.
-- While it is not, the stock's breadth is held back from its day on; with `is_spike`, when the bars after it went back,
-- on that day alone. `released_as`: somebody looked at it, recorded the action that it was, or the next two bars stayed.
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

-- A day with fewer stocks than it should have: `stocks_before` are those of the day before. No breadth is counted of it
-- until the rest comes, which removes the row, or it is released.
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
