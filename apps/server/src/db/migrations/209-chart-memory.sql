-- The state in which a user left the chart (exchange and code empty), and what they drew on each stock's chart. Only
-- the client interprets the content. `version` counts the writes. After a rename there may be two rows of a stock: the
-- newer one applies.
create table chart_memory (
  chart_memory_id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  exchange text not null default '',
  stock_code text not null default '',
  content text not null,
  version bigint not null default 1,
  kept_at timestamptz not null default product_now()
);
create index chart_memory_of_user on chart_memory (user_id, exchange, stock_code);
create index chart_memory_of_stock on chart_memory (exchange, stock_code);
