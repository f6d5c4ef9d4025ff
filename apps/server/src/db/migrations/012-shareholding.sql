-- Settlement dates that have holdings, and the earlier dates that changes are computed against. Null: not yet computed.
create table settlement_date (
  shareholding_date date primary key,
  day_before date,
  week_before date,
  counted_at timestamptz
);
insert into settlement_date (shareholding_date) select distinct shareholding_date from shareholding;

-- The largest increases and decreases of a date, in percentage points of the issued shares.
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

-- The stocks and dates of an upload's holdings, with the rows it replaced, kept until it is rolled back.
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
