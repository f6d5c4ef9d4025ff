-- Former names of a stock, the newest last. A name that did not change then is empty.
create table former_name (
  former_name_id bigint generated always as identity primary key,
  exchange text not null references market,
  stock_code text not null,
  stock_name text not null default '',
  stock_name_zh text not null default '',
  until timestamptz not null default product_now()
);
create index former_name_of_stock on former_name (exchange, stock_code);

-- Keeps the names that an update replaces, the last eight of a stock. If the previous name returns, as when an upload is
-- rolled back, the change is forgotten.
create function keep_former_names() returns trigger language plpgsql as $$
begin
  with named as materialized (
    select n.exchange, n.stock_code, n.stock_name as new_name, n.stock_name_zh as new_name_zh,
      case when n.stock_name <> '' and lower(n.stock_name) <> lower(o.stock_name) then o.stock_name else '' end as stock_name,
      case when n.stock_name_zh not in ('', o.stock_name_zh) then o.stock_name_zh else '' end as stock_name_zh
    from old_rows o join new_rows n using (exchange, stock_code)),
  changed as materialized (select * from named where (stock_name, stock_name_zh) <> ('', '')),
  numbered as (
    select f.*, row_number() over (partition by exchange, stock_code order by former_name_id desc) as place
    from former_name f join (select exchange, stock_code from changed) c using (exchange, stock_code)),
  undone as (
    delete from former_name f using numbered n, changed c
    where f.former_name_id = n.former_name_id and n.place = 1
      and (c.exchange, c.stock_code) = (f.exchange, f.stock_code)
      and f.stock_name in ('', c.new_name) and f.stock_name_zh in ('', c.new_name_zh)
    returning f.exchange, f.stock_code),
  kept as (
    insert into former_name (exchange, stock_code, stock_name, stock_name_zh)
    select exchange, stock_code, stock_name, stock_name_zh from changed
    where (exchange, stock_code) not in (select exchange, stock_code from undone))
  delete from former_name f using numbered n
  where f.former_name_id = n.former_name_id and n.place >= 8;
  return null;
end $$;
create trigger stock_named after update on stock referencing old table as old_rows new table as new_rows
  for each statement execute function keep_former_names();

-- How a Chinese name sounds, for the search: its pinyin and jyutping without tones, each as initials and in full,
-- separated by spaces. Empty if it has no Chinese characters. `version`: of the rules that made it.
create table name_sound (
  name text primary key,
  sounds text not null,
  version smallint not null
);
create function tell_names_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('finlist', 'names');
  return null;
end $$;
create trigger name_sound_changed after insert or update or delete on name_sound
  for each statement execute function tell_names_changed();
