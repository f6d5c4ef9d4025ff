-- Users whom staff removed from the game's leaderboards; their plays are kept.
create table game_off_boards (
  user_id bigint primary key references users on delete cascade,
  since timestamptz not null
);

create function tell_game_off_boards() returns trigger language plpgsql as $$
begin
  perform pg_notify('finlist', 'standings ' || scenario) from generate_series(0, 3) scenario;
  return null;
end $$;
create trigger game_off_boards_changed after insert or delete on game_off_boards
  for each row execute function tell_game_off_boards();
