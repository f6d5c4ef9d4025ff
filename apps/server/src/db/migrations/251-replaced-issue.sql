-- The list that an upload replaced, so that a rollback restores it exactly.
create table replaced_issue (
  upload_id bigint primary key references upload on delete cascade deferrable initially deferred,
  issue jsonb not null,
  picks jsonb not null,
  fundamentals jsonb not null
);
