-- A market's prices at one time within a trading day.
create table market_snapshot (
  exchange text not null check (exchange in ('HKEX', 'US', 'JP', 'CN', 'TW')),
  taken_at timestamptz not null,
  -- The date at the exchange.
  date date not null,
  primary key (exchange, taken_at)
);

-- Volume in shares since the day's open. previous_price: an hour earlier, if the source has it.
create table market_snapshot_price (
  exchange text not null,
  taken_at timestamptz not null,
  stock_code text not null,
  price double precision not null,
  previous_price double precision,
  volume bigint not null,
  primary key (exchange, taken_at, stock_code),
  foreign key (exchange, taken_at) references market_snapshot on delete cascade
);
