-- For a list made by the method: how many of its rows would differ today because prices or splits before its day were
-- corrected later. The published list itself does not change.
create table list_correction (
  exchange text not null references market,
  issue_date date not null,
  rows_apart integer not null,
  checked_at timestamptz not null default product_now(),
  primary key (exchange, issue_date)
);
