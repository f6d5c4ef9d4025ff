-- Functions that return a stock's bars or holdings for each row of a query, as a lateral join would. On one node the
-- planner inlines them; with several nodes (db/spread.ts) each call queries the stock's node. `most` null: no limit.
create function bars_before(market text, code text, before date, most integer) returns setof bar language sql stable as $$
  select * from bar where bar.exchange = market and bar.stock_code = code and bar.date < before order by bar.date desc limit most
$$;
create function bars_after(market text, code text, after date, most integer) returns setof bar language sql stable as $$
  select * from bar where bar.exchange = market and bar.stock_code = code and bar.date > after order by bar.date limit most
$$;
-- Both days inclusive.
create function bars_between(market text, code text, since date, until date) returns setof bar language sql stable as $$
  select * from bar where bar.exchange = market and bar.stock_code = code and bar.date between since and until
$$;
create function trades_before(market text, code text, before date, most integer, besides date[]) returns setof bar
  language sql stable as $$
  select * from bar where bar.exchange = market and bar.stock_code = code and bar.date < before and bar.volume > 0
    and bar.date <> all(besides) order by bar.date desc limit most
$$;

create function holdings_on(code text, day date) returns setof shareholding language sql stable as $$
  select * from shareholding held where held.stock_code = code and held.shareholding_date = day
$$;
create function holdings_of(code text, participant text, days date[]) returns setof shareholding language sql stable as $$
  select * from shareholding held where held.stock_code = code and held.participant_id = participant
    and held.shareholding_date = any(days)
$$;
create function newest_holdings(code text, until date) returns setof shareholding language sql stable as $$
  select * from shareholding held where held.stock_code = code and held.shareholding_date = (
    select max(known.shareholding_date) from shareholding known where known.stock_code = code and known.shareholding_date <= until)
$$;
-- Those of the given days that have holdings, and the newest day that has.
create function days_with_holdings(days date[]) returns setof date language sql stable as $$
  select day from unnest(days) day where exists (select from shareholding where shareholding_date = day)
$$;
create function newest_holding_days(most integer) returns setof date language sql stable as $$
  with recursive held (day) as (
    select max(shareholding_date) from shareholding
    union all
    select (select max(shareholding_date) from shareholding where shareholding_date < day) from held where day is not null)
  select day from (select day from held limit most) newest where day is not null
$$;
-- Outcomes that became final by a day and are not in the record yet.
create function outcomes_to_record(market text, until date, most integer) returns setof pick_outcome language sql stable as $$
  select * from pick_outcome where exchange = market and recorded_in is null and stands_since <= until
  order by issue_date, stock_code collate "C", track limit most
$$;

-- A transaction that replaces bars sets the time, so that it is the same on every node.
create or replace function keep_bar_history() returns trigger language plpgsql as $$
declare
  upload bigint := nullif(current_setting('finlist.upload', true), '')::bigint;
  at timestamptz := coalesce(nullif(current_setting('finlist.at', true), '')::timestamptz, product_now());
begin
  insert into bar_history select exchange, stock_code, date, open, high, low, close, volume, upload_id, at, upload from old_rows;
  return null;
end $$;
