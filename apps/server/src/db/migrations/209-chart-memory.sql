-- How a person left the chart (exchange and code blank), and what they drew on each stock's. The content is the client's
-- own. `version` counts its writes. A rename can bring a second row of a stock: the newer one counts.
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
