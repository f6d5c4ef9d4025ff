-- A user's flag and note of a stock. A stock with neither has no row.
create table stock_mark (
  user_id bigint not null references users on delete cascade,
  exchange text not null,
  stock_code text not null,
  flag text,
  note text not null,
  changed_at timestamptz not null default product_now(),
  primary key (user_id, exchange, stock_code)
);
