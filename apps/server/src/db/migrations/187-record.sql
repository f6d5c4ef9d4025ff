-- The record, an append-only log of what was published, when, and by which method. `hash` is of the entry's line
-- (packages/domain/src/record/entry.ts), and `signature` signs it. `opens_at`: when the body becomes public; null: from
-- the start. Times are in whole milliseconds.
create table record (
  seq bigint primary key,
  prev text not null,
  kind text not null check (kind in ('key', 'method', 'proposal', 'issue', 'edit', 'outcomes', 'roll-back')),
  market text not null check (market = '' or kind not in ('key', 'method')),
  made_at timestamptz(3) not null,
  key_id text not null,
  body_hash text not null,
  body text not null,
  hash text not null unique,
  signature text not null,
  opens_at timestamptz(3) check ((opens_at is not null) = (kind in ('issue', 'edit', 'outcomes')))
);
create index record_issue on record (market, (body::jsonb -> 'list' ->> 'date'), seq) where kind = 'issue';
create index record_opens on record (opens_at) where opens_at is not null;

-- Rejects an entry that does not follow the last one.
create function follow_record() returns trigger language plpgsql as $$
declare
  last record%rowtype;
begin
  select * into last from record order by seq desc limit 1;
  if new.seq <> coalesce(last.seq, 0) + 1 or new.prev <> coalesce(last.hash, repeat('0', 64)) then
    raise exception 'entry % does not follow on the record, whose last is %', new.seq, coalesce(last.seq, 0);
  end if;
  return new;
end $$;
create trigger record_follows before insert on record for each row execute function follow_record();

create function keep_record() returns trigger language plpgsql as $$
begin
  raise exception 'the record is only added to';
end $$;
create trigger record_kept before update or delete or truncate on record for each statement execute function keep_record();

-- The keys that sign the record, as PKCS #8 in base64. The newest key that the record announced signs; the one before
-- it has been destroyed.
create table record_key (
  key_id text primary key,
  private_key text not null,
  made_at timestamptz not null default product_now()
);
