-- The token that a user's charting program sends in its URL; shown once and stored as a hash.
create table datafeed_token (
  token_id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null check (length(name) between 1 and 60),
  token_hash bytea not null unique,
  made_at timestamptz not null,
  last_used_at timestamptz,
  -- The network it is being used in, and since when its calls are counted.
  network text not null default '',
  network_at timestamptz not null default 'epoch',
  calls int not null default 0,
  counted_from timestamptz not null default 'epoch'
);
create index datafeed_token_of on datafeed_token (user_id);

-- Blocking a user deletes their tokens for good.
create function end_datafeed_tokens() returns trigger language plpgsql as $$
begin
  delete from datafeed_token where user_id = new.user_id;
  return null;
end $$;
create trigger user_blocked after update of blocked_at on users for each row
  when (new.blocked_at is not null) execute function end_datafeed_tokens();
