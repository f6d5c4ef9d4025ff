-- A day without a trade is no 52-week high or low any more: what was counted is counted again.
insert into breadth_due (exchange, from_date)
  select exchange, '1970-01-01' from (select distinct exchange from breadth) counted
  on conflict (exchange) do update set from_date = excluded.from_date;
