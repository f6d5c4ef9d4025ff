-- Stocks of the two chart spaces that are not markets: PRAC for the simulator, GAME for FinTrainer. Their prices are in
-- `bar`.
create table practice_stock (
  space text not null check (space in ('PRAC', 'GAME')),
  stock_code text not null,
  stock_name text not null default '',
  stock_name_zh text not null default '',
  -- The simulator shows the days before this one; the user plays the rest.
  start_date date,
  resolution text not null default '1D' check (resolution in ('1D', '1W', '1M')),
  primary key (space, stock_code)
);

-- A chart base found by a person or a program: a line through points, and facts to show with it.
create table chart_pattern (
  exchange text not null,
  pattern_id text not null,
  stock_code text not null,
  pattern_type text not null check (pattern_type in ('CUP', 'CWH', 'FB', 'DB', 'BASE')),
  -- [{"time": seconds, "price": number}], by time.
  points jsonb not null,
  options jsonb not null default '{}',
  from_date date not null,
  to_date date not null,
  primary key (exchange, pattern_id)
);
create index chart_pattern_of_stock on chart_pattern (exchange, stock_code, from_date);

-- A market's trend: a row for each change, dated from the day it began, set by staff or the demo market.
create table market_state (
  exchange text not null check (exchange in ('HKEX', 'US', 'JP', 'CN', 'TW')),
  short_term boolean not null,
  start_date date not null,
  trend text not null check (trend in ('UPTREND', 'DOWNTREND', 'UNDER_PRESSURE', 'RALLY_ATTEMPT')),
  set_at timestamptz not null default now(),
  by_user_id bigint references users on delete set null,
  primary key (exchange, short_term, start_date)
);

-- What a user saved of the chart. Only the client interprets the content.
create table saved_chart (
  user_id bigint not null references users on delete cascade,
  chart_id bigint generated always as identity,
  client text not null,
  name text not null,
  symbol text not null default '',
  resolution text not null default '',
  content text not null,
  saved_at timestamptz not null default now(),
  primary key (user_id, chart_id)
);

create table study_template (
  user_id bigint not null references users on delete cascade,
  client text not null,
  name text not null,
  content text not null,
  saved_at timestamptz not null default now(),
  primary key (user_id, client, name)
);
