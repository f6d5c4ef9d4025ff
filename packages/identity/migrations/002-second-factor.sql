-- The authenticator app of an account. A row is there once its first code was right.
create table identity_second_factor (
  account uuid primary key references identity_account on delete cascade,
  secret bytea not null,
  -- Time steps up to this one take no code any more.
  last_step bigint not null,
  recovery_salt text not null,
  recovery bytea[] not null check (cardinality(recovery) <= 10),
  since timestamptz not null default now()
);

-- Where an interaction or a session stands: the first step of a sign-in is done (amr), a secret was shown to be set up.
create table identity_second_step (
  owner text primary key,
  account uuid not null references identity_account on delete cascade,
  amr text[] not null default '{}',
  offered bytea,
  passed boolean not null default false,
  expires_at timestamptz not null
);
create index identity_second_step_expiry on identity_second_step (expires_at);
create index identity_second_step_account on identity_second_step (account);
