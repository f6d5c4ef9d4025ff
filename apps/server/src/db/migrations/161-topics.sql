update last_updated set topic = 'shareholding:HKEX' where topic = 'ccass';

create or replace function tell_game_place() returns trigger language plpgsql as $$
begin
  perform pg_notify('finlist', 'standings ' || coalesce(new.playlist_id, old.playlist_id));
  return null;
end $$;

-- A level that is added later may still be played by somebody who has a place.
create or replace function tell_game_trade() returns trigger language plpgsql as $$
begin
  perform pg_notify('finlist', 'standings ' || playlist_id) from game_place
    where user_id = new.user_id and playlist_id in (0, new.playlist_id);
  return null;
end $$;
