-- How far a demo's product clock was moved ahead of the machine's. No row: not at all.
create table product_clock (
  one boolean primary key default true check (one),
  ahead_ms bigint not null default 0 check (ahead_ms between 0 and 3155760000000),
  -- While it is being moved: from when, to when, the current step, and whose session is moved along.
  from_ms bigint,
  goal_ms bigint,
  stage text check (stage in ('days', 'data')),
  mover bigint,
  mover_session uuid,
  check (goal_ms is null or (goal_ms > from_ms and ahead_ms between from_ms and goal_ms and stage is not null)),
  -- Why the last move stopped early; empty if it did not.
  error text not null default ''
);

create function product_now(at timestamptz default now()) returns timestamptz language sql stable
  as $$ select at + coalesce((select ahead_ms from product_clock), 0) * interval '1 millisecond' $$;

create function product_clock_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('finlist', 'clock ' || new.ahead_ms);
  return new;
end $$;
create trigger product_clock_changed after insert or update on product_clock
  for each row execute function product_clock_changed();

-- The identity provider stays on the machine's clock: its codes last minutes, and authenticator apps use real time.
do $$
declare
  found record;
begin
  for found in
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and column_default = 'now()'
      and table_name <> 'migration' and table_name not like 'identity\_%'
  loop
    execute format('alter table %I alter column %I set default product_now()', found.table_name, found.column_name);
  end loop;
end $$;
