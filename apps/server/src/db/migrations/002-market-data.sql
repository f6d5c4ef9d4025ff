create table stock (
  exchange text not null check (exchange in ('HKEX', 'US', 'JP', 'CN', 'TW')),
  stock_code text not null,
  is_index boolean not null default false,
  stock_name text not null default '',
  stock_name_zh text not null default '',
  sector text not null default '',
  sector_zh text not null default '',
  sub_sector text not null default '',
  sub_sector_zh text not null default '',
  profile_info text not null default '',
  profile_info_zh text not null default '',
  primary key (exchange, stock_code)
);

-- Prices of a stock or an index on a trading day. Volume in shares.
create table bar (
  exchange text not null,
  stock_code text not null,
  date date not null,
  open double precision not null,
  high double precision not null,
  low double precision not null,
  close double precision not null,
  volume bigint not null,
  primary key (exchange, stock_code, date)
);

create table finlist_issue (
  exchange text not null,
  issue_date date not null,
  published_at timestamptz not null default now(),
  primary key (exchange, issue_date)
);

-- Percentages are stored as numbers: 3.25 means 3.25%. buy_point null: none. pattern_type null: none.
create table finlist_pick (
  exchange text not null,
  issue_date date not null,
  stock_code text not null,
  close double precision not null,
  close_change double precision,
  volume bigint,
  volume_change double precision,
  percival_score double precision not null,
  buy_point double precision,
  pattern_type text check (pattern_type in ('CUP', 'CWH', 'FB', 'DB', 'BASE')),
  is_low_turnover boolean not null default false,
  free_pick boolean not null default false,
  primary key (exchange, issue_date, stock_code),
  foreign key (exchange, issue_date) references finlist_issue on delete cascade
);

-- The eight quarters shown with a pick; quarter 1 is the newest. Report dates are 8-digit numbers.
create table fundamental (
  exchange text not null,
  issue_date date not null,
  stock_code text not null,
  quarter smallint not null check (quarter between 1 and 8),
  this_report_date integer not null,
  last_report_date integer,
  this_eps double precision,
  last_eps double precision,
  eps_change double precision,
  this_sales double precision,
  last_sales double precision,
  sales_change double precision,
  this_npm double precision,
  last_npm double precision,
  npm_change double precision,
  primary key (exchange, issue_date, stock_code, quarter),
  foreign key (exchange, issue_date) references finlist_issue on delete cascade
);

-- Hong Kong's CCASS: holdings by participant on a settlement date. shareholding -1: not reported.
create table shareholding (
  stock_code text not null,
  shareholding_date date not null,
  participant_id text not null,
  participant_name text not null,
  shareholding bigint not null,
  shareholding_percent double precision not null,
  primary key (stock_code, shareholding_date, participant_id)
);

-- Who loaded what and when, with the original file. A later upload with the same kind and `key` replaces the data of
-- this one.
create table upload (
  upload_id bigint generated always as identity primary key,
  kind text not null,
  key text not null,
  by_user_id bigint references users on delete set null,
  by_name text not null,
  files jsonb not null,
  counts jsonb not null,
  notes jsonb not null default '[]',
  uploaded_at timestamptz not null default now(),
  rolled_back_at timestamptz
);
create index upload_newest on upload (kind, key, upload_id desc);

create table upload_file (
  upload_id bigint not null references upload on delete cascade,
  field text not null,
  name text not null,
  sha256 bytea not null,
  bytes bigint not null,
  gzipped bytea not null,
  primary key (upload_id, field)
);

-- When a topic was last published: 'finlist:HKEX', 'markettrend:US', 'education:videos'.
create table last_updated (
  topic text primary key,
  updated_at timestamptz not null
);

-- What the demo market's generator planted, for tests of the code that has to find it.
create table demo_truth (
  exchange text not null,
  stock_code text not null,
  kind text not null,
  facts jsonb not null,
  primary key (exchange, stock_code, kind)
);

-- Notifies every process when a list is published or withdrawn, so that it refreshes its cache.
create function tell_published() returns trigger language plpgsql as $$
begin
  perform pg_notify('finlist', 'published ' || coalesce(new.topic, old.topic));
  return null;
end $$;
create trigger last_updated_changed after insert or update or delete on last_updated
  for each row execute function tell_published();
