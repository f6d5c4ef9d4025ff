-- A corporate action that was announced and then withdrawn: kept, but without effect on prices.
alter table corporate_action add column cancelled boolean not null default false;

-- open: the exchange trades all day, overriding a closing listed in the code.
alter table market_closing drop constraint market_closing_kind_check,
  add constraint market_closing_kind_check check (kind in ('full', 'half', 'open'));

-- Keeps what an upload changed in these tables until it is rolled back.
create trigger corporate_action_added after insert on corporate_action referencing new table as new_rows
  for each statement execute function keep_replaced('exchange', 'stock_code', 'ex_date', 'kind');
create trigger corporate_action_replaced after update on corporate_action
  referencing old table as old_rows new table as new_rows
  for each statement execute function keep_replaced('exchange', 'stock_code', 'ex_date', 'kind');
create trigger listing_added after insert on listing referencing new table as new_rows
  for each statement execute function keep_replaced('exchange', 'stock_code', 'listed_on');
create trigger listing_replaced after update on listing referencing old table as old_rows new table as new_rows
  for each statement execute function keep_replaced('exchange', 'stock_code', 'listed_on');
create trigger market_closing_added after insert on market_closing referencing new table as new_rows
  for each statement execute function keep_replaced('exchange', 'date');
create trigger market_closing_replaced after update on market_closing referencing old table as old_rows new table as new_rows
  for each statement execute function keep_replaced('exchange', 'date');

-- The rows of a table that a rename moved to the new code, by their keys without the code; for `stock`, the deleted
-- row.
create table renamed_rows (
  upload_id bigint not null references upload on delete cascade deferrable initially deferred,
  place text not null,
  exchange text not null,
  from_code text not null,
  to_code text not null,
  keys jsonb not null,
  primary key (upload_id, place, from_code)
);
