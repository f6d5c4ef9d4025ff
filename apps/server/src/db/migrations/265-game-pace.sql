-- When the last move was made; a user may make one per second. Null for older plays, and until the first move.
alter table game_play add column moved_at timestamptz;
