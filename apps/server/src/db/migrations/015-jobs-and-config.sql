-- A scheduled job, its last run and when it is due next. Whoever runs it holds the lock `job <name>`.
create table job_run (
  name text primary key check (length(name) between 1 and 80),
  next_at timestamptz not null,
  began_at timestamptz,
  -- Before `began_at` while it runs, and where its process died.
  ended_at timestamptz,
  duration_ms integer,
  -- Of the last run that succeeded.
  succeeded_at timestamptz,
  rows bigint,
  as_at date,
  -- Runs since then that failed or were cut off, and what the last one of them said.
  failures smallint not null default 0,
  error text,
  failed_at timestamptz
);

-- What staff set for everybody, by name.
create table config_entry (
  key text primary key,
  value text not null,
  updated_at timestamptz not null default now(),
  by_user_id bigint references users on delete set null
);

-- What may stand there is said once, in the contract's `auditActions`.
alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action ~ '^[a-z-]{1,40}$');
