-- A day without a trade no longer counts as a 52-week high or low, so breadth is recounted.
insert into breadth_due (exchange, from_date)
  select exchange, '1970-01-01' from (select distinct exchange from breadth) counted
  on conflict (exchange) do update set from_date = excluded.from_date;
