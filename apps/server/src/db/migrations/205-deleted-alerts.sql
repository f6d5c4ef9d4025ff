-- A deleted alert is kept for an hour, for a person who wants it back; meanwhile it is paused, and `was_paused` says
-- whether it was before.
alter table alert add column deleted_at timestamptz, add column was_paused boolean;
