-- A passkey of an account: the public half of a key that only its device, or its keeper's cloud, has.
create table identity_passkey (
  id text primary key check (length(id) <= 1400),
  account uuid not null references identity_account on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  public_key bytea not null,
  -- 0 for ever where the device does not count.
  counter bigint not null,
  transports text[] not null default '{}',
  made_at timestamptz not null default now(),
  used_at timestamptz
);
create index identity_passkey_account on identity_passkey (account);

-- What was answered with a passkey is not answered again; what nobody answered leaves no row.
create table identity_spent_challenge (
  challenge text primary key,
  expires_at timestamptz not null
);
create index identity_spent_challenge_expiry on identity_spent_challenge (expires_at);
