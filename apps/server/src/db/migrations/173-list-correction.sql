-- Of a list that the method made, how many of its rows would be other ones by now: prices or splits until its day were
-- corrected after it was made. The list itself stays as it was published.
create table list_correction (
  exchange text not null references market,
  issue_date date not null,
  rows_apart integer not null,
  checked_at timestamptz not null default product_now(),
  primary key (exchange, issue_date)
);
