-- A suspicion about a market's prices; one row for each period in which it was undecided, so that what was in doubt at
-- any moment can be read again. The stock's bars from `date` to `held_until` are held back in that period. `ended_as`:
-- 'right' and 'action' are decisions by `ended_by`; 'stayed': the bars after it settled it; 'gone': its evidence no
-- longer exists; 'changed': its evidence or kind changed, and another row follows. An undone decision has a row that
-- follows as well.
create table doubt (
  exchange text not null references market,
  kind text not null,
  stock_code text not null,
  date date not null,
  held_until date not null check (held_until >= date),
  evidence jsonb not null,
  found_at timestamptz not null default product_now(),
  ended_at timestamptz,
  ended_as text check (ended_as in ('right', 'action', 'stayed', 'gone', 'changed')),
  ended_by text,
  undone_at timestamptz,
  undone_by text,
  primary key (exchange, stock_code, date, kind, found_at),
  check ((ended_at is null) = (ended_as is null)),
  check (undone_at is null or ended_as in ('right', 'action'))
);

insert into doubt (exchange, kind, stock_code, date, held_until, evidence, found_at, ended_at, ended_as, ended_by)
select exchange, case when is_spike then 'spike' else 'move' end, stock_code, date,
  case when is_spike then date else 'infinity' end,
  jsonb_build_object('previousClose', previous_close, 'close', close), found_at, released_at,
  case released_as when 'looked-at' then 'right' else released_as end, released_by
from unconfirmed_bar;

-- How far the market's stored prices have been searched for doubts: up to the stock `up_to`, by the rules of that version.
create table doubt_search (
  exchange text primary key references market,
  version integer not null,
  up_to text not null default '',
  searched integer not null default 0,
  stocks integer not null default 0,
  found integer not null default 0,
  began_at timestamptz not null default product_now(),
  ended_at timestamptz
);

-- A corporate action as it was until an update or a delete, as bar_history keeps bars.
create table corporate_action_history (
  exchange text not null,
  stock_code text not null,
  ex_date date not null,
  kind text not null,
  numerator integer,
  denominator integer,
  cancelled boolean not null,
  known_at timestamptz not null,
  until timestamptz not null
);
create index corporate_action_history_until on corporate_action_history (exchange, until);

create function keep_corporate_action_history() returns trigger language plpgsql as $$
begin
  insert into corporate_action_history
  select exchange, stock_code, ex_date, kind, numerator, denominator, cancelled, known_at, product_now() from old_rows;
  return null;
end $$;
create trigger corporate_action_updated after update on corporate_action referencing old table as old_rows
  for each statement execute function keep_corporate_action_history();
create trigger corporate_action_deleted after delete on corporate_action referencing old table as old_rows
  for each statement execute function keep_corporate_action_history();

-- The moment whose data the list was made from; null in proposals from before this, for which it is `made_at`. The
-- stocks that were left out because of a doubt, each with the kind of the doubt and the hash of its evidence.
alter table proposal add column known_at timestamptz, add column left_out jsonb;
