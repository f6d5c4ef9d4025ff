-- Corporate actions: what changes a stock's shares or price other than trading, from its ex-date on. `denominator`
-- shares before become `numerator` shares: a 7-for-1 split is 7 and 1, a 1-for-10 consolidation 1 and 10, a bonus of
-- one for every two held 3 and 2. `amount`, in `currency`, is the value per share of a dividend, a right or a spin-off.
-- `known_at` is when this installation learned of it.
create table corporate_action (
  exchange text not null references market,
  stock_code text not null,
  ex_date date not null,
  kind text not null check (kind in ('split', 'consolidation', 'bonus', 'dividend', 'rights', 'spin-off')),
  numerator integer check (numerator > 0),
  denominator integer check (denominator > 0),
  amount double precision check (amount > 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  source text not null,
  known_at timestamptz not null default product_now(),
  primary key (exchange, stock_code, ex_date, kind),
  check ((numerator is null) = (denominator is null)),
  check ((amount is null) = (currency is null)),
  check (case when kind in ('split', 'consolidation', 'bonus') then numerator is not null and amount is null
    when kind = 'dividend' then amount is not null and numerator is null else true end)
);

-- When a stock was listed and delisted; `last_value` is what a share was worth at the end, in the market's currency. A
-- code that is listed again later has a row for each time.
create table listing (
  exchange text not null references market,
  stock_code text not null,
  listed_on date not null,
  delisted_on date check (delisted_on > listed_on),
  reason text,
  last_value double precision check (last_value >= 0),
  primary key (exchange, stock_code, listed_on)
);

-- The stock's code changed on `renamed_on`. Rows under its old code were moved to the new one.
create table stock_rename (
  exchange text not null references market,
  from_code text not null,
  to_code text not null check (to_code <> from_code),
  renamed_on date not null,
  primary key (exchange, from_code, renamed_on)
);

-- A weekday without trading, or with trading in the morning only. Closings known in advance are in the code; a row here
-- takes precedence.
create table market_closing (
  exchange text not null references market,
  date date not null,
  kind text not null check (kind in ('full', 'half')),
  name text not null default '',
  primary key (exchange, date)
);
