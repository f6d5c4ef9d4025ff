-- Requests to run a job, and the results of each job's newest runs.
alter table job_run add column asked_at timestamptz, add column asked_by text;
create table job_log (
  run_id bigint generated always as identity primary key,
  name text not null,
  asked_by text,
  began_at timestamptz not null,
  ended_at timestamptz,
  rows integer,
  as_at date,
  error text
);
create index job_log_name on job_log (name, run_id);

create function tell_job_asked() returns trigger language plpgsql as $$
begin
  perform pg_notify('finlist', 'jobs 0');
  return null;
end $$;
create trigger job_asked after update of asked_at on job_run for each row when (new.asked_at is not null)
  execute function tell_job_asked();
