-- Companies' profit announcements. link_zh empty: no Chinese report. loaded_at equals the upload's uploaded_at, by
-- which a rollback finds its rows.
create table profit_alert (
  exchange text not null check (exchange in ('HKEX', 'US', 'JP', 'CN', 'TW')),
  stock_code text not null,
  released_at timestamptz not null,
  report_type text not null check (report_type in ('POSITIVE', 'NEGATIVE', 'OTHER')),
  link text not null,
  link_zh text not null default '',
  loaded_at timestamptz not null default now(),
  primary key (exchange, stock_code, released_at)
);
create index profit_alert_newest on profit_alert (exchange, released_at desc);
