create table server_secret (
  name text primary key,
  value text not null
);

create table users (
  user_id bigint generated always as identity primary key,
  -- Users are identified by (issuer, subject), never by an address. 'embedded' is our own sign-in provider, whatever
  -- its URL.
  issuer text not null,
  subject text not null,
  email text not null default '',
  email_proved_at timestamptz,
  name text not null default '',
  phone text not null default '',
  language text check (language in ('en', 'zh')),
  referral jsonb,
  registered_at timestamptz,
  blocked_at timestamptz,
  created_at timestamptz not null default now(),
  unique (issuer, subject)
);
create index users_email on users (lower(email));

create table user_role (
  user_id bigint not null references users on delete cascade,
  role text not null check (role in ('staff', 'admin', 'friend', 'affiliate', 'beta_access')),
  -- Granted by a claim of the issuer at the last sign-in, not by staff.
  from_claim boolean not null default false,
  primary key (user_id, role)
);

create table holding (
  user_id bigint not null references users on delete cascade,
  holding_id bigint generated always as identity,
  product_id smallint not null,
  period_id smallint not null,
  starts_at timestamptz not null default now(),
  ends_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (user_id, holding_id),
  check (starts_at <= ends_at)
);

create table session (
  user_id bigint not null references users on delete cascade,
  session_id uuid not null,
  secret_hash bytea not null,
  client text not null check (client in ('browser', 'command-line')),
  auth_time timestamptz not null,
  id_token text,
  created_at timestamptz not null default now(),
  renewed_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, session_id)
);
create index session_expiry on session (expires_at);

create table device (
  user_id bigint not null references users on delete cascade,
  device_id uuid not null,
  key_hash bytea not null,
  -- When the newest session on the device began; the newest sign-ins win when the number of active devices is limited.
  signed_in_at timestamptz not null,
  last_seen_at timestamptz not null default now(),
  info jsonb not null default '{}',
  primary key (user_id, device_id)
);
create index device_by_id on device (device_id);

-- A code that verifies an address (at registration or in the profile): one valid code per user and address.
create table email_proof (
  user_id bigint not null references users on delete cascade,
  email text not null,
  code_hash bytea not null,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  primary key (user_id, email)
);

create table outbox (
  message_id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now()
);
create index outbox_newest on outbox (created_at desc);

create table demo_part (
  name text primary key,
  version integer not null,
  loaded_at timestamptz not null default now()
);

-- Notifies every server process, within the writer's transaction, of a change to anything that decides a user's rights.
create function tell_person_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('finlist', 'person ' || coalesce(new.user_id, old.user_id));
  return null;
end $$;
create trigger users_changed after update or delete on users for each row execute function tell_person_changed();
create trigger user_role_changed after insert or update or delete on user_role for each row execute function tell_person_changed();
create trigger holding_changed after insert or update or delete on holding for each row execute function tell_person_changed();
create trigger session_changed after insert or update or delete on session for each row execute function tell_person_changed();
create trigger device_changed after insert or update or delete on device for each row execute function tell_person_changed();

-- The table that rate-limiter-flexible expects; expire is in ms since the epoch.
create table rate_limit (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
