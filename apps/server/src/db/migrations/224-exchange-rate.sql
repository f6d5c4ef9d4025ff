-- The value of one unit of a currency in Hong Kong dollars.
create table exchange_rate (
  currency text not null,
  date date not null,
  hkd double precision not null check (hkd > 0),
  primary key (currency, date)
);
create trigger exchange_rate_added after insert on exchange_rate referencing new table as new_rows
  for each statement execute function keep_replaced('currency', 'date');
create trigger exchange_rate_replaced after update on exchange_rate referencing old table as old_rows new table as new_rows
  for each statement execute function keep_replaced('currency', 'date');
