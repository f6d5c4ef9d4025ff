-- Bars that staff deleted: a whole day of a market, one bar, or all bars of a stock. Null: every stock, or every day.
-- The deleted bars are in bar_history, with deleted_at as their `until`.
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
