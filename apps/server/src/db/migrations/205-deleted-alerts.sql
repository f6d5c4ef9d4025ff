-- A deleted alert is kept for a day, paused, so that its owner can restore it. `was_paused`: the owner had paused it.
alter table alert add column deleted_at timestamptz, add column was_paused boolean;
create index alert_deleted on alert (user_id, deleted_at) where deleted_at is not null;
