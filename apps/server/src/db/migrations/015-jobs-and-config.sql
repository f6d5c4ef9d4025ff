-- A scheduled job, its last run and when it is next due. The process running it holds the lock `job <name>`.
create table job_run (
  name text primary key check (length(name) between 1 and 80),
  next_at timestamptz not null,
  began_at timestamptz,
  -- Earlier than `began_at` while the job runs, or if its process died.
  ended_at timestamptz,
  duration_ms integer,
  -- End of the last successful run.
  succeeded_at timestamptz,
  rows bigint,
  as_at date,
  -- The number of runs since then that failed or were interrupted, and the last error.
  failures smallint not null default 0,
  error text,
  failed_at timestamptz
);

-- Settings that staff made for everyone, by name.
create table config_entry (
  key text primary key,
  value text not null,
  updated_at timestamptz not null default now(),
  by_user_id bigint references users on delete set null
);

-- The allowed values are defined once, in the contract's `auditActions`.
alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action ~ '^[a-z-]{1,40}$');
