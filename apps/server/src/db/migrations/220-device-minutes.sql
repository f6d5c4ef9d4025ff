-- Sends no notification when only a device's last-seen times or its User-Agent changed. A sign-in, a new session or
-- key, a network new to the device, and its deletion do send one.
create function tell_device_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.user_id, old.device_id, old.key_hash, old.session_id, old.signed_in_at)
      is not distinct from (new.user_id, new.device_id, new.key_hash, new.session_id, new.signed_in_at)
    and old.networks ?& array(select jsonb_object_keys(new.networks)) then
    return null;
  end if;
  perform pg_notify('finlist', 'person ' || coalesce(new.user_id, old.user_id));
  return null;
end $$;
create or replace trigger device_changed after insert or update or delete on device
  for each row execute function tell_device_changed();
