-- A topic is a kind and a scope. Processes of the previous version still publish and listen to the old names.
insert into last_updated (topic, updated_at) select 'shareholding:HKEX', updated_at from last_updated where topic = 'ccass'
  on conflict do nothing;

create or replace function tell_published() returns trigger language plpgsql as $$
declare topic text := coalesce(new.topic, old.topic);
begin
  perform pg_notify('finlist', 'published ' || topic);
  if topic = 'ccass' then perform pg_notify('finlist', 'published shareholding:HKEX'); end if;
  if topic = 'shareholding:HKEX' then perform pg_notify('finlist', 'published ccass'); end if;
  return null;
end $$;

create or replace function tell_game_place() returns trigger language plpgsql as $$
begin
  perform pg_notify('finlist', 'standings ' || coalesce(new.playlist_id, old.playlist_id));
  perform pg_notify('finlist', 'game ' || coalesce(new.playlist_id, old.playlist_id));
  return null;
end $$;

-- A user who has finished a playlist may still play levels that are added later.
create or replace function tell_game_trade() returns trigger language plpgsql as $$
begin
  perform pg_notify('finlist', 'standings ' || playlist_id), pg_notify('finlist', 'game ' || playlist_id) from game_place
    where user_id = new.user_id and playlist_id in (0, new.playlist_id);
  return null;
end $$;
