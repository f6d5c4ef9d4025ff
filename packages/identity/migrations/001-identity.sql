create table identity_account (
  subject uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  email_display text not null,
  email_verified boolean not null default false,
  name text,
  phone text,
  phone_verified boolean not null default false,
  password_hash text,
  created_at timestamptz not null default now(),
  check (phone is not null or not phone_verified)
);

create table identity_secret (
  name text primary key,
  value jsonb not null
);

-- What the provider remembers between requests: sessions, interactions, grants, codes, tokens.
create table identity_provider_row (
  model text not null,
  id text not null,
  payload jsonb not null,
  uid text,
  grant_id text,
  account uuid,
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (model, id)
);
create index identity_provider_row_uid on identity_provider_row (model, uid) where uid is not null;
create index identity_provider_row_grant on identity_provider_row (grant_id) where grant_id is not null;
create index identity_provider_row_account on identity_provider_row (account) where account is not null;
create index identity_provider_row_expiry on identity_provider_row (expires_at);

-- One code for each owner (an interaction or a session) and purpose; a new one replaces the old one.
create table identity_code (
  owner text not null,
  purpose text not null check (purpose in ('sign-in', 'create', 'reset', 'phone', 'confirm')),
  channel text not null check (channel in ('email', 'sms')),
  typed text not null,
  address text not null,
  account uuid references identity_account on delete cascade,
  hash bytea not null,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  proved_at timestamptz,
  primary key (owner, purpose)
);
create index identity_code_expiry on identity_code (expires_at);
create index identity_code_account on identity_code (account) where account is not null;

-- The shape rate-limiter-flexible expects; expire is in milliseconds since 1970.
create table identity_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index identity_limit_expiry on identity_limit (expire);
