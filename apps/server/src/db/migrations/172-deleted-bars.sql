-- Bars that staff deleted: a day of a market, a stock's bar of a day, or all bars of a stock. Null: every stock, every day.
-- What they were stands in bar_history, with deleted_at as the moment until which.
create table bar_deletion (
  deletion_id bigint generated always as identity primary key,
  exchange text not null references market,
  stock_code text,
  date date,
  bars integer not null,
  reason text not null,
  deleted_by text not null,
  deleted_at timestamptz not null default product_now(),
  restored_at timestamptz,
  restored_by text
);
create index on bar_deletion (exchange, deletion_id);
