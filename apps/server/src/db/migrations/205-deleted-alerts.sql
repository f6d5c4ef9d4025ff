-- A deleted alert is kept for a day, paused, so that its person can have it back as it was. `was_paused`: by the person.
alter table alert add column deleted_at timestamptz, add column was_paused boolean;
create index alert_deleted on alert (user_id, deleted_at) where deleted_at is not null;
