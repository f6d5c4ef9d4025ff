-- The same rule without a variable of the table's row type. "record" is also a PostgreSQL type: a session that looked
-- the name up again, as it does after an ANALYZE, found that type and rejected every entry.
create or replace function follow_record() returns trigger language plpgsql as $$
declare
  last_seq bigint;
  last_hash text;
begin
  select seq, hash into last_seq, last_hash from record order by seq desc limit 1;
  if new.seq <> coalesce(last_seq, 0) + 1 or new.prev <> coalesce(last_hash, repeat('0', 64)) then
    raise exception 'entry % does not follow on the record, whose last is %', new.seq, coalesce(last_seq, 0);
  end if;
  return new;
end $$;
