-- Settlement dates with holdings, and those that their changes are counted against. Not counted yet, or anew: null.
create table settlement_date (
  shareholding_date date primary key,
  day_before date,
  week_before date,
  counted_at timestamptz
);
insert into settlement_date (shareholding_date) select distinct shareholding_date from shareholding;

-- The largest changes of a date either way, in percentage points of the shares in issue.
create table shareholding_change (
  shareholding_date date not null references settlement_date on delete cascade,
  span text not null check (span in ('day', 'week')),
  stock_code text not null,
  participant_id text not null,
  participant_name text not null,
  change double precision not null,
  primary key (shareholding_date, span, stock_code, participant_id)
);

create index shareholding_by_date on shareholding (shareholding_date, participant_id);

-- Of which stocks and dates an upload brought the holdings, and what stood there before it, until it is rolled back.
create table shareholding_upload (
  uploaded_at timestamptz not null,
  stock_code text not null,
  shareholding_date date not null,
  primary key (uploaded_at, stock_code, shareholding_date)
);
create table replaced_shareholding (
  uploaded_at timestamptz not null,
  stock_code text not null,
  shareholding_date date not null,
  participant_id text not null,
  participant_name text not null,
  shareholding bigint not null,
  shareholding_percent double precision not null,
  primary key (uploaded_at, stock_code, shareholding_date, participant_id)
);
